import { RegisterScreen } from '../../features/auth/RegisterScreen'
import { Screen } from '../../features/shell/Screen'

export default function LoginRegisterPage() {
  return (
    <Screen route="/pages/login/register">
      <RegisterScreen />
    </Screen>
  )
}
