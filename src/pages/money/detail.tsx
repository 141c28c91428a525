import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function MoneyDetailPage() {
  return (
    <Screen route="/pages/money/detail">
      <UnavailableScreen />
    </Screen>
  )
}
