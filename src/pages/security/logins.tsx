import { LoginsScreen } from '../../features/profile/LoginsScreen'
import { Screen } from '../../features/shell/Screen'

export default function LoginsPage() {
  return (
    <Screen route="/pages/security/logins">
      <LoginsScreen />
    </Screen>
  )
}
