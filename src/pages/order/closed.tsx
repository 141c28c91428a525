import { Screen } from '../../features/shell/Screen'
import { usePageParams } from '../../features/shell/usePageParams'
import { ClosedOrderScreen } from '../../features/trading/closed/ClosedOrderScreen'

export default function ClosedOrderPage() {
  const { id = '' } = usePageParams()
  return (
    <Screen route="/pages/order/closed" width="wide">
      <ClosedOrderScreen orderId={id} />
    </Screen>
  )
}
