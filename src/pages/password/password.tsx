import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function PasswordPage() {
  return (
    <Screen route="/pages/password/password">
      <UnavailableScreen />
    </Screen>
  )
}
