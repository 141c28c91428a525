import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function WithdrawMoneyPage() {
  return (
    <Screen route="/pages/withdraw-money/withdraw-money">
      <UnavailableScreen />
    </Screen>
  )
}
