import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function DetailPage() {
  return (
    <Screen route="/pages/Detail/Detail">
      <UnavailableScreen />
    </Screen>
  )
}
