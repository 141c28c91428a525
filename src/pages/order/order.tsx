import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function OrderPage() {
  return (
    <Screen route="/pages/order/order">
      <UnavailableScreen />
    </Screen>
  )
}
