import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Button } from '../../components/Button'
import { PasswordField } from '../../components/PasswordField'
import { TextField } from '../../components/TextField'
import { Toggle } from '../../components/Toggle'
import { useForm } from '../../connected/forms/useForm'
import { useT } from '../../i18n'
import { goBack, openPage } from '../../platform/navigation'
import { useStillHere } from '../../platform/useStillHere'
import { useLate } from '../../stores/StoresContext'
import { FormFrame } from './FormFrame'
import { NewPasswordFields, NewPasswordPage, useSecret } from './NewPassword'
import type { PasswordKind } from './newPasswordRules'
import { initialPassword, passwordRules, toRequest } from './passwordForm'

/** Changes the login or the transaction password, with the one-time code that customer service gives. */
export function PasswordScreen() {
  const t = useT()
  const [kind, setKind] = useState<PasswordKind>('login')
  return (
    <NewPasswordPage title={t('title.password')} notice={t('security.changeNotice')} kind={kind} onKind={setKind}>
      <PasswordForm key={kind} kind={kind} />
      <Button tone="plain" size="medium" onClick={() => openPage('/pages/login/reset', { kind })}>
        {t('auth.forgot')}
      </Button>
    </NewPasswordPage>
  )
}

const PasswordForm = observer(function PasswordForm({ kind }: { kind: PasswordKind }) {
  const t = useT()
  const { security, auth, ui } = useLate()
  const form = useForm(passwordRules(kind), initialPassword)
  const { field, submit, refuse } = form
  const isStillHere = useStillHere()
  const [endOthers, setEndOthers] = useState(true)
  const secret = useSecret(kind, form)
  const handleSubmit = () =>
    submit(async (values) => {
      const ending = kind === 'login' && endOthers
      const answer = await security.changePassword(toRequest(kind, values, ending))
      if (!answer.ok) return refuse(answer.error)
      if (ending) void auth.sessions.refresh()
      ui.toast(t('common.saved'), 'success')
      if (isStillHere()) goBack()
    })
  return (
    <FormFrame
      title={t(`security.change.${kind}`)}
      form={form}
      submitLabel={t('security.save')}
      onSubmit={() => void handleSubmit()}
    >
      <PasswordField
        {...secret('oldPassword', 'current-password')}
        label={t(`security.${kind}.old`)}
        placeholder={t(`security.${kind}.oldPrompt`)}
      />
      <NewPasswordFields kind={kind} form={form} />
      <TextField
        {...field('changeCode')}
        className="num"
        label={t('security.changeCode')}
        placeholder={t('security.changeCodePrompt')}
        hint={t('security.changeCodeHint')}
        maxLength={32}
      />
      {kind === 'login' ? (
        <View className="password-page__switch line">
          <Text>{t('security.endOthers')}</Text>
          <Toggle label={t('security.endOthers')} checked={endOthers} onChange={setEndOthers} />
        </View>
      ) : null}
    </FormFrame>
  )
})
