import { LimitsScreen } from '../../features/limits/LimitsScreen'
import { Screen } from '../../features/shell/Screen'

export default function LimitsPage() {
  return (
    <Screen route="/pages/limits/limits" width="wide">
      <LimitsScreen />
    </Screen>
  )
}
