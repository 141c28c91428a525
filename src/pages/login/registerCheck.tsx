import { RegisterCheckScreen } from '../../features/auth/RegisterCheckScreen'
import { Screen } from '../../features/shell/Screen'

export default function LoginRegisterCheckPage() {
  return (
    <Screen route="/pages/login/registerCheck">
      <RegisterCheckScreen />
    </Screen>
  )
}
