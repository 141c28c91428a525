import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function UserPage() {
  return (
    <Screen route="/pages/user/user">
      <UnavailableScreen />
    </Screen>
  )
}
