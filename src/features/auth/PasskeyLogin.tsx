import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Button } from '../../components/Button'
import { usePasskey } from '../../connected/usePasskey'
import { useT } from '../../i18n'
import { withReason } from '../../i18n/operatorReason'
import { deviceTokens } from '../../stores/persistence/deviceTokens'
import { useLate } from '../../stores/StoresContext'

/** Logs in without account and password, if the browser can; the page continues as after any login. */
export const PasskeyLogin = observer(function PasskeyLogin() {
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
