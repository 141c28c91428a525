import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function AccountAccountDetailPage() {
  return (
    <Screen route="/pages/account/account-detail">
      <UnavailableScreen />
    </Screen>
  )
}
