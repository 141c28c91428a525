import { HomeScreen } from '../../features/market/HomeScreen'
import { Screen } from '../../features/shell/Screen'

export default function IndexPage() {
  return (
    <Screen route="/pages/index/index" width="wide" nav={false}>
      <HomeScreen />
    </Screen>
  )
}
