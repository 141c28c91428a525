import { Screen } from '../../features/shell/Screen'
import { DepositsScreen } from '../../features/wallet/DepositsScreen'

export default function DepositListPage() {
  return (
    <Screen route="/pages/withdraw-list/withdraw-open">
      <DepositsScreen />
    </Screen>
  )
}
