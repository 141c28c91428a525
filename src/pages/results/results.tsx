import { Screen } from '../../features/shell/Screen'
import { ResultsScreen } from '../../features/trading/results/ResultsScreen'

export default function ResultsPage() {
  return (
    <Screen route="/pages/results/results" width="wide">
      <ResultsScreen />
    </Screen>
  )
}
