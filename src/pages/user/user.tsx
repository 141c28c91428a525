import { UserScreen } from '../../features/profile/UserScreen'
import { Screen } from '../../features/shell/Screen'

export default function UserPage() {
  return (
    <Screen route="/pages/user/user" nav={false}>
      <UserScreen />
    </Screen>
  )
}
