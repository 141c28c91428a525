import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function IndexPage() {
  return (
    <Screen route="/pages/index/index">
      <UnavailableScreen />
    </Screen>
  )
}
