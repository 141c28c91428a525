import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { Button } from '../../components/Button'
import { PasswordField } from '../../components/PasswordField'
import { TextField } from '../../components/TextField'
import { useForm } from '../../connected/forms/useForm'
import { usePasskey } from '../../connected/usePasskey'
import { useT } from '../../i18n'
import { withReason } from '../../i18n/operatorReason'
import { openPage, redirect, redirectTo } from '../../platform/navigation'
import { usePageShown } from '../../platform/usePageShown'
import { useParams } from '../../platform/useParams'
import { HOME_URL } from '../../routes'
import { deviceTokens } from '../../stores/persistence/deviceTokens'
import { useLate } from '../../stores/StoresContext'
import { FormFrame, OtherWay } from './FormFrame'
import { initialLogin, loginRequest, loginRules } from './loginForm'

/** Logs in and continues to where the user was going. `?account=` is the account of a registration just completed. */
export const LoginScreen = observer(function LoginScreen() {
  const { auth } = useLate()
  const t = useT()
  const { account = '' } = useParams()
  const form = useForm(loginRules, () => initialLogin(account.slice(0, 12)))
  const { field, submit, refuse } = form
  const isLeaving = useWayOnceLoggedIn()

  const password = field('password')
  const handleSubmit = () =>
    submit(async (values) => {
      const result = await auth.logIn(loginRequest(values))
      if (!result.ok) refuse(result.error)
    })
  return (
    <FormFrame
      title={t('auth.loginTitle')}
      text={t('auth.loginText')}
      form={{ ...form, sending: form.sending || isLeaving }}
      submitLabel={t('auth.logIn')}
      onSubmit={handleSubmit}
      footer={
        <>
          <PasskeyLogin />
          <OtherWay
            question={t('auth.noAccount')}
            label={t('auth.createAccount')}
            onClick={() => openPage('/pages/login/registerCheck')}
          />
        </>
      }
    >
      <TextField
        {...field('account')}
        label={t('auth.account')}
        placeholder={t('auth.accountPlaceholder')}
        autoComplete="username"
        maxLength={64}
      />
      <PasswordField
        {...password}
        // A registration has just filled in the account.
        focus={password.focus || account !== ''}
        label={t('auth.password')}
        placeholder={t('auth.passwordPlaceholder')}
        autoComplete="current-password"
        maxLength={256}
        showLabel={t('common.showPassword')}
        hideLabelText={t('common.hidePassword')}
      />
      <Button
        tone="plain"
        size="medium"
        block={false}
        className="form-frame__forgot"
        onClick={() => openPage('/pages/login/reset')}
      >
        {t('auth.forgot')}
      </Button>
      {form.values.codeAsked ? (
        <TextField
          {...field('code')}
          className="num"
          label={t('security.code')}
          hint={t('security.codeHint')}
          autoComplete="one-time-code"
          maxLength={16}
        />
      ) : null}
    </FormFrame>
  )
})

/** Home is not kept waiting longer for what the user has. */
const LOOKS_MAX_MS = 4_000

/**
 * Goes back to the page that asked for login, else home; also when another tab of the browser logs in. Home keeps room for
 * what the user has, so that is asked first: what came later would push what is there. Returns true in the meantime.
 */
function useWayOnceLoggedIn(): boolean {
  const { account, orders, session, sleep } = useLate()
  const shown = usePageShown()
  const { isLoggedIn } = session
  useEffect(() => {
    if (!isLoggedIn || !shown || redirectTo(session.takeOrderBackUrl())) return
    let hasLeft = false
    const known = Promise.all([account.load(), orders.positionsLoaded.load()])
    void Promise.race([known, sleep(LOOKS_MAX_MS)]).then(() => hasLeft || redirect(HOME_URL))
    return () => {
      hasLeft = true
    }
  }, [isLoggedIn, shown, session, account, orders, sleep])
  return isLoggedIn && shown
}

/** Logs in without account and password, if the browser can; the page continues as after any login. */
const PasskeyLogin = observer(function PasskeyLogin() {
  const t = useT()
  const { auth, ui } = useLate()
  const passkey = usePasskey()
  const [sending, setSending] = useState(false)
  if (!passkey.isOffered) return null
  const handleLogIn = async () => {
    const signed = await passkey.sign(() => auth.loginChallenge())
    if ('error' in signed) return ui.toast(signed.error, 'error')
    setSending(true)
    const answer = await auth.logInByPasskey({ passkey: signed.proof, deviceTokens: deviceTokens.all() })
    setSending(false)
    if (answer.ok && answer.value.deviceToken) deviceTokens.keep(answer.value.user.account, answer.value.deviceToken)
    if (!answer.ok) ui.toast(withReason(t(`errors.${answer.error.code}`), answer.error.details.reason, t), 'error')
  }
  return (
    <Button tone="secondary" loading={passkey.asking || sending} onClick={() => void handleLogIn()}>
      {t('passkey.logIn')}
    </Button>
  )
})
