import { Screen } from '../../features/shell/Screen'
import { SecurityScreen } from '../../features/auth/SecurityScreen'

export default function SecurityPage() {
  return (
    <Screen route="/pages/security/security">
      <SecurityScreen />
    </Screen>
  )
}
