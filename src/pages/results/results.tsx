import { ResultsScreen } from '../../features/results/ResultsScreen'
import { Screen } from '../../features/shell/Screen'

export default function ResultsPage() {
  return (
    <Screen route="/pages/results/results" width="wide">
      <ResultsScreen />
    </Screen>
  )
}
