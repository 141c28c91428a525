import { HomeScreen } from '../../features/market/HomeScreen'
import { Screen } from '../../features/shell/Screen'
import { RunningNow } from '../../features/trading/positions/LateRunning'
import { ResultsBrief } from '../../features/trading/results/LateResults'

export default function IndexPage() {
  return (
    <Screen route="/pages/index/index" width="full" nav={false}>
      <HomeScreen running={<RunningNow />} results={<ResultsBrief />} />
    </Screen>
  )
}
