import { UnavailableScreen } from '../../features/content/UnavailableScreen'
import { Screen } from '../../features/shell/Screen'

export default function ProductPage() {
  return (
    <Screen route="/pages/product/product">
      <UnavailableScreen />
    </Screen>
  )
}
