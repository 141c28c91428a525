import { Screen } from '../../features/shell/Screen'
import { CapitalRecordScreen } from '../../features/wallet/CapitalRecordScreen'

export default function MoneyRecordPage() {
  return (
    <Screen route="/pages/money-record/money-record">
      <CapitalRecordScreen />
    </Screen>
  )
}
