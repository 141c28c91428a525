import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function OrderJumpPage() {
  return (
    <Screen route="/pages/order/jump">
      <UnavailableScreen />
    </Screen>
  )
}
