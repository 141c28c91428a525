import { Screen } from '../../features/shell/Screen'
import { WithdrawScreen } from '../../features/wallet/WithdrawScreen'

export default function WithdrawMoneyPage() {
  return (
    <Screen route="/pages/withdraw-money/withdraw-money">
      <WithdrawScreen />
    </Screen>
  )
}
