import { PasswordScreen } from '../../features/auth/PasswordScreen'
import { Screen } from '../../features/shell/Screen'

export default function PasswordPage() {
  return (
    <Screen route="/pages/password/password">
      <PasswordScreen />
    </Screen>
  )
}
