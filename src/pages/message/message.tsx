import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function MessagePage() {
  return (
    <Screen route="/pages/message/message">
      <UnavailableScreen />
    </Screen>
  )
}
