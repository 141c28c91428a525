import { Screen } from '../../features/shell/Screen'
import { StatementScreen } from '../../features/wallet/StatementScreen'

export default function StatementPage() {
  return (
    <Screen route="/pages/statement/statement" width="wide">
      <StatementScreen />
    </Screen>
  )
}
