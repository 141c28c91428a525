import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function MoneyRecordPage() {
  return (
    <Screen route="/pages/money-record/money-record">
      <UnavailableScreen />
    </Screen>
  )
}
