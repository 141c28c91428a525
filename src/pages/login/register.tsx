import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function LoginRegisterPage() {
  return (
    <Screen route="/pages/login/register">
      <UnavailableScreen />
    </Screen>
  )
}
