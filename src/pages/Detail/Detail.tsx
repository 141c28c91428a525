import { observer } from 'mobx-react-lite'
import { ProductRail } from '../../features/market/ProductRail'
import { Screen } from '../../features/shell/Screen'
import { usePageParams } from '../../features/shell/usePageParams'
import { AlertButton } from '../../features/trading/alerts/AlertButton'
import { useProductName, useProductOfAddress, useProductShare } from '../../features/trading/productHooks'
import { FavouriteButton } from '../../features/trading/productPage/FavouriteButton'
import { ProductDetailScreen } from '../../features/trading/productPage/ProductDetailScreen'

export default observer(function DetailPage() {
  const symbol = useProductOfAddress(usePageParams().symbol ?? '')
  useProductShare(symbol)
  return (
    <Screen
      route="/pages/Detail/Detail"
      width="full"
      title={useProductName(symbol)}
      right={
        <>
          <AlertButton symbol={symbol} />
          <FavouriteButton symbol={symbol} />
        </>
      }
    >
      <ProductDetailScreen symbol={symbol} list={<ProductRail symbol={symbol} />} />
    </Screen>
  )
})
