import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function SetPage() {
  return (
    <Screen route="/pages/set/set">
      <UnavailableScreen />
    </Screen>
  )
}
