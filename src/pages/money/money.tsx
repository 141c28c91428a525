import { RulesButton } from '../../features/savings/RulesButton'
import { SavingsScreen } from '../../features/savings/SavingsScreen'
import { Screen } from '../../features/shell/Screen'

export default function MoneyPage() {
  return (
    <Screen route="/pages/money/money" width="wide" right={<RulesButton />}>
      <SavingsScreen />
    </Screen>
  )
}
