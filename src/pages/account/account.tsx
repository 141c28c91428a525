import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function AccountPage() {
  return (
    <Screen route="/pages/account/account">
      <UnavailableScreen />
    </Screen>
  )
}
