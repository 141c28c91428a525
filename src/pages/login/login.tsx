import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function LoginPage() {
  return (
    <Screen route="/pages/login/login">
      <UnavailableScreen />
    </Screen>
  )
}
