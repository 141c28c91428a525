import { Screen } from '../../features/shell/Screen'
import { OrdersScreen } from '../../features/trading/positions/OrdersScreen'

export default function OrderPage() {
  return (
    <Screen route="/pages/order/order" width="wide">
      <OrdersScreen />
    </Screen>
  )
}
