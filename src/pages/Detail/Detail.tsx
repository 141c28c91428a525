import { Screen } from '../../features/shell/Screen'
import { usePageParams } from '../../features/shell/usePageParams'
import { ProductDetailScreen } from '../../features/trading/ProductDetailScreen'

export default function DetailPage() {
  const { symbol = '' } = usePageParams()
  return (
    <Screen route="/pages/Detail/Detail">
      <ProductDetailScreen symbol={symbol} />
    </Screen>
  )
}
