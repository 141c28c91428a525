import { Screen } from '../../features/shell/Screen'
import { WithdrawalsScreen } from '../../features/wallet/WithdrawalsScreen'

export default function WithdrawListPage() {
  return (
    <Screen route="/pages/withdraw-list/withdraw-list">
      <WithdrawalsScreen />
    </Screen>
  )
}
