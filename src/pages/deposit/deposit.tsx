import { Screen } from '../../features/shell/Screen'
import { DepositScreen } from '../../features/wallet/DepositScreen'

export default function DepositPage() {
  return (
    <Screen route="/pages/deposit/deposit">
      <DepositScreen />
    </Screen>
  )
}
