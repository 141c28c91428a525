import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function WithdrawListPage() {
  return (
    <Screen route="/pages/withdraw-list/withdraw-list">
      <UnavailableScreen />
    </Screen>
  )
}
