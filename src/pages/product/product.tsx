import { ProductsScreen } from '../../features/market/ProductsScreen'
import { Screen } from '../../features/shell/Screen'

export default function ProductPage() {
  return (
    <Screen route="/pages/product/product" width="wide">
      <ProductsScreen />
    </Screen>
  )
}
