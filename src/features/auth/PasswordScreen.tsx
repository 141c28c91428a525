import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { Banner } from '../../components/Banner'
import { Button } from '../../components/Button'
import { PasswordField } from '../../components/PasswordField'
import { Segmented } from '../../components/Segmented'
import { TextField } from '../../components/TextField'
import { Toggle } from '../../components/Toggle'
import { useT } from '../../i18n'
import { goBack, openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import { useCustomerService } from '../../ui/useCustomerService'
import { FormFrame } from './FormFrame'
import { summariseForm } from './formState'
import './PasswordScreen.scss'
import { type PasswordField as Field, initialPassword, type PasswordKind, reduceOf, toRequest } from './passwordForm'
import { passwordStrength } from './passwordStrength'
import { StrengthHint } from './StrengthHint'
import { useForm, useNowUntil } from './useForm'

/** Changes the login or the transaction password, with the one-time code that customer service gives. */
export function PasswordScreen() {
  const t = useT()
  const [kind, setKind] = useState<PasswordKind>('login')
  const openService = useCustomerService()
  return (
    <View className="password-page">
      <Segmented
        label={t('title.password')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'login', label: t('security.kind.login') },
          { value: 'trade', label: t('security.kind.trade') },
        ]}
      />
      <Banner tone="brand" text={t('security.changeNotice')} />
      <Button tone="secondary" size="medium" onClick={openService}>
        {t('common.customerService')}
      </Button>
      <PasswordForm key={kind} kind={kind} />
      <Button tone="plain" size="medium" onClick={() => openPage('/pages/login/reset', { kind })}>
        {t('auth.forgot')}
      </Button>
    </View>
  )
}

const PasswordForm = observer(function PasswordForm({ kind }: { kind: PasswordKind }) {
  const t = useT()
  const { security, auth, ui } = useStores()
  const reduce = useMemo(() => reduceOf(kind), [kind])
  const { state, dispatch, begin } = useForm(reduce, initialPassword)
  const [endOthers, setEndOthers] = useState(true)
  const summary = summariseForm(state, useNowUntil(state.retryAtMs))
  const shared = (name: Field) => ({
    name,
    value: state.values[name],
    error: state.errors[name] && t(state.errors[name]),
    focus: state.focus === name,
    onChange: (text: string) => dispatch({ type: 'typed', field: name, text }),
  })
  const secret = (name: Field) => ({
    ...shared(name),
    ...(kind === 'trade' ? ({ keyboard: 'number', maxLength: 6 } as const) : { maxLength: 256 }),
    autoComplete: kind === 'trade' ? 'off' : name === 'oldPassword' ? 'current-password' : 'new-password',
    showLabel: t('common.showPassword'),
    hideLabelText: t('common.hidePassword'),
  })
  const handleSubmit = async () => {
    const values = begin()
    if (!values) return
    const ending = kind === 'login' && endOthers
    const answer = await security.changePassword(toRequest(kind, values, ending))
    if (!answer.ok) return dispatch({ type: 'failed', failure: answer.error, nowMs: Date.now() })
    dispatch({ type: 'succeeded' })
    if (ending) void auth.sessions.refresh()
    ui.toast(t('common.saved'), 'success')
    goBack()
  }
  return (
    <FormFrame
      title={t(`security.change.${kind}`)}
      summary={summary}
      submitLabel={t('security.save')}
      onSubmit={() => void handleSubmit()}
    >
      <PasswordField
        {...secret('oldPassword')}
        label={t(`security.${kind}.old`)}
        placeholder={t(`security.${kind}.oldPrompt`)}
      />
      <PasswordField
        {...secret('newPassword')}
        label={t(`security.${kind}.new`)}
        placeholder={t(`security.${kind}.newPrompt`)}
      />
      {kind === 'login' ? <StrengthHint strength={passwordStrength(state.values.newPassword)} /> : null}
      <PasswordField {...secret('again')} label={t(`security.${kind}.again`)} placeholder={t('security.againPrompt')} />
      <TextField
        {...shared('changeCode')}
        className="num"
        label={t('security.changeCode')}
        placeholder={t('security.changeCodePrompt')}
        hint={t('security.changeCodeHint')}
        maxLength={32}
      />
      {kind === 'login' ? (
        <View className="password-page__switch">
          <Text>{t('security.endOthers')}</Text>
          <Toggle label={t('security.endOthers')} checked={endOthers} onChange={setEndOthers} />
        </View>
      ) : null}
    </FormFrame>
  )
})
