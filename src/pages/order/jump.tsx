import { Screen } from '../../features/shell/Screen'
import { OrderJumpScreen } from '../../features/trading/positions/OrderJumpScreen'

export default function OrderJumpPage() {
  return (
    <Screen route="/pages/order/jump">
      <OrderJumpScreen />
    </Screen>
  )
}
