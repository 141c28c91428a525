import { HomeScreen } from '../../features/market/HomeScreen'
import { Screen } from '../../features/shell/Screen'
import { ResultsBrief } from '../../features/trading/LateResults'
import { RunningNow } from '../../features/trading/LateRunning'

export default function IndexPage() {
  return (
    <Screen route="/pages/index/index" width="full" nav={false}>
      <HomeScreen running={<RunningNow />} results={<ResultsBrief />} />
    </Screen>
  )
}
