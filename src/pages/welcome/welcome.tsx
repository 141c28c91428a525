import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function WelcomePage() {
  return (
    <Screen route="/pages/welcome/welcome">
      <UnavailableScreen />
    </Screen>
  )
}
