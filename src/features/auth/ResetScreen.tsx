import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { TextField } from '../../components/TextField'
import { useForm } from '../../connected/forms/useForm'
import { useT } from '../../i18n'
import { redirect } from '../../platform/navigation'
import { useParams } from '../../platform/useParams'
import { deviceTokens } from '../../stores/persistence/deviceTokens'
import { useLate } from '../../stores/StoresContext'
import { FormFrame } from './FormFrame'
import { NewPasswordFields, NewPasswordPage } from './NewPassword'
import type { PasswordKind } from './newPasswordRules'
import { initialReset, resetRules, toRequest } from './resetForm'

/** Sets a new password for users who forgot it, with the code that customer service gives after an identity check. */
export function ResetScreen() {
  const t = useT()
  const params = useParams()
  const [kind, setKind] = useState<PasswordKind>(params.kind === 'trade' ? 'trade' : 'login')
  return (
    <NewPasswordPage title={t('title.reset')} notice={t('security.reset.notice')} kind={kind} onKind={setKind}>
      <ResetForm key={kind} kind={kind} account={(params.account ?? '').slice(0, 12)} />
    </NewPasswordPage>
  )
}

const ResetForm = observer(function ResetForm({ kind, account }: { kind: PasswordKind; account: string }) {
  const t = useT()
  const { security, session, ui } = useLate()
  const known = session.userInfo?.account ?? account
  const form = useForm(resetRules(kind), () => initialReset(known))
  const { field, submit, refuse } = form
  const handleSubmit = () =>
    submit(async (values) => {
      const request = toRequest(kind, values)
      const answer = await security.resetPassword(request)
      if (!answer.ok) return refuse(answer.error)
      if (answer.value.deviceToken) deviceTokens.keep(request.account, answer.value.deviceToken)
      ui.toast(t('security.reset.done'), 'success')
      // All sessions have ended, this device's too.
      session.reset()
      redirect('/pages/login/login', { account: request.account })
    })
  return (
    <FormFrame
      title={t(`security.change.${kind}`)}
      form={form}
      submitLabel={t('security.save')}
      onSubmit={() => void handleSubmit()}
    >
      <TextField
        {...field('account')}
        label={t('auth.account')}
        placeholder={t('auth.accountPlaceholder')}
        autoComplete="username"
        maxLength={64}
      />
      <TextField
        {...field('resetCode')}
        className="num"
        label={t('security.reset.code')}
        placeholder={t('security.reset.codePrompt')}
        maxLength={32}
      />
      <NewPasswordFields kind={kind} form={form} />
    </FormFrame>
  )
})
