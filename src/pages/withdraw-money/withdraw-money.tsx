import { Screen } from '../../features/shell/Screen'
import { HistoryButton } from '../../features/wallet/HistoryButton'
import { WithdrawScreen } from '../../features/wallet/WithdrawScreen'

export default function WithdrawMoneyPage() {
  return (
    <Screen route="/pages/withdraw-money/withdraw-money" right={<HistoryButton of="withdrawals" />}>
      <WithdrawScreen />
    </Screen>
  )
}
