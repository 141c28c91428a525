import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { Button } from '../../components/Button'
import { CheckBox } from '../../components/CheckBox'
import { PasswordField } from '../../components/PasswordField'
import { TextField } from '../../components/TextField'
import { useForm } from '../../connected/forms/useForm'
import type { FailureCode } from '../../domain/loadable'
import { useT } from '../../i18n'
import { openPage, redirect } from '../../platform/navigation'
import { usePageShown } from '../../platform/usePageShown'
import { useStillHere } from '../../platform/useStillHere'
import { LOGIN_URL } from '../../routes'
import { useLate, useStores } from '../../stores/StoresContext'
import { FormFrame } from './FormFrame'
import { passwordStrength } from './passwordStrength'
import { initialRegister, passwordsRequest, type RegisterValues, registerRules } from './registerForm'
import { StrengthHint } from './StrengthHint'
import './RegisterScreen.scss'

/** Refusals that only step one can put right. */
const BACK_TO_STEP_ONE: readonly FailureCode[] = ['account_taken', 'phone_taken']

/** Registration, step two: the login password and the trade password, each twice. */
export const RegisterScreen = observer(function RegisterScreen() {
  const { auth, session, ui } = useLate()
  const t = useT()
  const form = useForm(registerRules, initialRegister)
  const { errors, field, change, submit, refuse } = form
  const [isDone, setDone] = useState(false)
  const isStillHere = useStillHere()
  useTicket(form.sending || isDone)
  const terms = useTerms()

  const password = (name: Exclude<keyof RegisterValues, 'consent'>) => ({
    ...field(name),
    autoComplete: 'new-password',
    showLabel: t('common.showPassword'),
    hideLabelText: t('common.hidePassword'),
  })
  const trade = { keyboard: 'number', autoComplete: 'off' } as const
  const handleSubmit = () =>
    submit(async (values) => {
      const result = await auth.completeRegistration({ ...passwordsRequest(values), ...(await terms.version()) })
      if (result.ok) {
        setDone(true)
        ui.toast(t('auth.registered'), 'success')
        if (isStillHere()) redirect(LOGIN_URL, { account: result.value.account })
        return
      }
      refuse(result.error)
      if (result.error.code === 'terms_not_accepted') void terms.refresh()
      if (!BACK_TO_STEP_ONE.includes(result.error.code)) return
      ui.toast(t(`errors.${result.error.code}`), 'error')
      if (isStillHere()) redirect('/pages/login/registerCheck')
    })
  return (
    <FormFrame
      step={{
        label: t('auth.step', { step: 2, total: 2 }),
        titles: [t('auth.checkTitle'), t('auth.setTitle')],
        current: 1,
      }}
      title={t('auth.setTitle')}
      form={form}
      submitLabel={t('auth.complete')}
      onSubmit={handleSubmit}
    >
      <TextField
        silent
        label={t('auth.account')}
        name="account"
        autoComplete="username"
        value={session.registerInfo?.account ?? ''}
        onChange={() => undefined}
      />
      <PasswordField
        {...password('loginPassword')}
        label={t('auth.password')}
        placeholder={t('auth.loginPasswordPlaceholder')}
        hint={t('auth.loginPasswordHint')}
        maxLength={256}
      />
      <StrengthHint strength={passwordStrength(form.values.loginPassword)} />
      <PasswordField
        {...password('loginAgain')}
        label={t('auth.loginAgain')}
        placeholder={t('auth.loginAgainPlaceholder')}
        maxLength={256}
      />
      <PasswordField
        {...password('tradePassword')}
        {...trade}
        label={t('auth.tradePassword')}
        placeholder={t('auth.tradePasswordPlaceholder')}
        hint={t('auth.tradePasswordHint')}
      />
      <PasswordField
        {...password('tradeAgain')}
        {...trade}
        label={t('auth.tradeAgain')}
        placeholder={t('auth.tradeAgainPlaceholder')}
      />
      <ConsentField
        checked={form.values.consent}
        error={errors.consent && t(errors.consent)}
        onChange={(consent) => change({ consent })}
      />
    </FormFrame>
  )
})

/** Goes back to step one if its ticket is missing: it has expired, or this page was opened by its address. */
function useTicket(isSent: boolean): void {
  const { session } = useStores()
  const shown = usePageShown()
  const missing = !session.registerInfo?.registrationToken && !isSent
  useEffect(() => {
    if (missing && shown) redirect('/pages/login/registerCheck')
  }, [missing, shown])
}

/** The terms of service that the form links to. */
function useTerms() {
  const { documents, preferences } = useLate()
  const terms = documents.articleOf('terms', preferences.locale)
  useEffect(() => {
    void terms.refresh()
  }, [terms])
  return {
    refresh: () => terms.refresh(),
    /** The terms that the user agrees to. A deployment may have no terms: then the server asks for none. */
    async version(): Promise<{ termsVersion?: string }> {
      if (terms.state.kind !== 'ready') await terms.refresh()
      return terms.state.kind === 'ready' ? { termsVersion: terms.state.value.updatedAt } : {}
    },
  }
}

interface ConsentFieldProps {
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

/** The agreement to terms and risk (PRODUCT.md 9.1.1), with links to both; the form below stays as it is. */
function ConsentField({ checked, error, onChange }: ConsentFieldProps) {
  const t = useT()
  return (
    <View className="consent">
      <CheckBox
        checked={checked}
        label={t('auth.consent')}
        onChange={onChange}
        wrongBy={error === undefined ? undefined : 'consent-error'}
      />
      <View className="consent__links">
        {(['terms', 'risk-notice'] as const).map((id) => (
          <Button
            key={id}
            tone="plain"
            size="medium"
            block={false}
            onClick={() => openPage('/pages/index/detail', { id })}
          >
            {t(`content.guide.${id}`)}
          </Button>
        ))}
      </View>
      <View id="consent-error" aria-live="polite">
        {error === undefined ? null : <Text className="block problem t13">{error}</Text>}
      </View>
    </View>
  )
}
