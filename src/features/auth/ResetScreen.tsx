import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { Banner } from '../../components/Banner'
import { Button } from '../../components/Button'
import { PasswordField } from '../../components/PasswordField'
import { Segmented } from '../../components/Segmented'
import { TextField } from '../../components/TextField'
import { useT } from '../../i18n'
import { redirect } from '../../platform/navigation'
import { useParams } from '../../platform/useParams'
import { deviceTokens } from '../../stores/persistence/deviceTokens'
import { useStores } from '../../stores/StoresContext'
import { useCustomerService } from '../../ui/useCustomerService'
import { FormFrame } from './FormFrame'
import { summariseForm } from './formState'
import './PasswordScreen.scss'
import type { PasswordKind } from './passwordForm'
import { passwordStrength } from './passwordStrength'
import { initialReset, type ResetField, reduceOf, toRequest } from './resetForm'
import { StrengthHint } from './StrengthHint'
import { useForm, useNowUntil } from './useForm'

/** A new password for who forgot the old one, with the code that customer service gives after a check of identity. */
export function ResetScreen() {
  const t = useT()
  const params = useParams()
  const [kind, setKind] = useState<PasswordKind>(params.kind === 'trade' ? 'trade' : 'login')
  const openService = useCustomerService()
  return (
    <View className="password-page">
      <Segmented
        label={t('title.reset')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'login', label: t('security.kind.login') },
          { value: 'trade', label: t('security.kind.trade') },
        ]}
      />
      <Banner tone="brand" text={t('security.reset.notice')} />
      <Button tone="secondary" size="medium" onClick={openService}>
        {t('common.customerService')}
      </Button>
      <ResetForm key={kind} kind={kind} account={(params.account ?? '').slice(0, 12)} />
    </View>
  )
}

const ResetForm = observer(function ResetForm({ kind, account }: { kind: PasswordKind; account: string }) {
  const t = useT()
  const { security, session, ui } = useStores()
  const reduce = useMemo(() => reduceOf(kind), [kind])
  const known = session.userInfo?.account ?? account
  const { state, dispatch, begin, field } = useForm(reduce, () => initialReset(known))
  const summary = summariseForm(state, useNowUntil(state.retryAtMs))
  const secret = (name: ResetField) => ({
    ...field(name),
    ...(kind === 'trade' ? ({ keyboard: 'number', maxLength: 6 } as const) : { maxLength: 256 }),
    autoComplete: kind === 'trade' ? 'off' : 'new-password',
    showLabel: t('common.showPassword'),
    hideLabelText: t('common.hidePassword'),
  })
  const handleSubmit = async () => {
    const values = begin()
    if (!values) return
    const request = toRequest(kind, values)
    const answer = await security.resetPassword(request)
    if (!answer.ok) return dispatch({ type: 'failed', failure: answer.error, nowMs: Date.now() })
    dispatch({ type: 'succeeded' })
    if (answer.value.deviceToken) deviceTokens.keep(request.account, answer.value.deviceToken)
    ui.toast(t('security.reset.done'), 'success')
    // All sessions have ended, the one of this device as well.
    session.reset()
    redirect('/pages/login/login', { account: request.account })
  }
  return (
    <FormFrame
      title={t(`security.change.${kind}`)}
      summary={summary}
      submitLabel={t('title.reset')}
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
      <PasswordField
        {...secret('newPassword')}
        label={t(`security.${kind}.new`)}
        placeholder={t(`security.${kind}.newPrompt`)}
      />
      {kind === 'login' ? <StrengthHint strength={passwordStrength(state.values.newPassword)} /> : null}
      <PasswordField {...secret('again')} label={t(`security.${kind}.again`)} placeholder={t('security.againPrompt')} />
    </FormFrame>
  )
})
