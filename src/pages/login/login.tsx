import { LoginScreen } from '../../features/auth/LoginScreen'
import { Screen } from '../../features/shell/Screen'

export default function LoginPage() {
  return (
    <Screen route="/pages/login/login">
      <LoginScreen />
    </Screen>
  )
}
