import { Screen } from '../../features/shell/Screen'
import { PasswordScreen } from '../../features/auth/PasswordScreen'

export default function PasswordPage() {
  return (
    <Screen route="/pages/password/password">
      <PasswordScreen />
    </Screen>
  )
}
