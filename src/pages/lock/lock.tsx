import { LockScreen } from '../../features/lock/LockScreen'
import { Screen } from '../../features/shell/Screen'

export default function LockPage() {
  return (
    <Screen route="/pages/lock/lock">
      <LockScreen />
    </Screen>
  )
}
