import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function WithdrawListWithdrawOpenPage() {
  return (
    <Screen route="/pages/withdraw-list/withdraw-open">
      <UnavailableScreen />
    </Screen>
  )
}
