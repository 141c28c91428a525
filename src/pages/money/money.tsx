import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function MoneyPage() {
  return (
    <Screen route="/pages/money/money">
      <UnavailableScreen />
    </Screen>
  )
}
