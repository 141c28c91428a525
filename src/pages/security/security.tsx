import { SecurityScreen } from '../../features/auth/SecurityScreen'
import { Screen } from '../../features/shell/Screen'

export default function SecurityPage() {
  return (
    <Screen route="/pages/security/security">
      <SecurityScreen />
    </Screen>
  )
}
