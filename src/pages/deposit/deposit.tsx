import { Screen } from '../../features/shell/Screen'
import { DepositScreen } from '../../features/wallet/DepositScreen'
import { HistoryButton } from '../../features/wallet/HistoryButton'

export default function DepositPage() {
  return (
    <Screen route="/pages/deposit/deposit" right={<HistoryButton of="deposits" />}>
      <DepositScreen />
    </Screen>
  )
}
