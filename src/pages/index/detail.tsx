import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function IndexDetailPage() {
  return (
    <Screen route="/pages/index/detail">
      <UnavailableScreen />
    </Screen>
  )
}
