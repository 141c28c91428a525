import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { ProductRail } from '../../features/market/ProductRail'
import { Screen } from '../../features/shell/Screen'
import { usePageParams } from '../../features/shell/usePageParams'
import { AlertButton } from '../../features/trading/alerts/AlertButton'
import { useProductOfAddress, useProductTitle } from '../../features/trading/productHooks'
import { FavouriteButton } from '../../features/trading/productPage/FavouriteButton'
import { ProductDetailScreen } from '../../features/trading/productPage/ProductDetailScreen'
import { ProductSwitch } from '../../features/trading/productPage/ProductSwitch'

export default observer(function DetailPage() {
  const symbol = useProductOfAddress(usePageParams().symbol ?? '')
  const title = useProductTitle(symbol)
  const choosing = useState(false)
  return (
    <Screen
      route="/pages/Detail/Detail"
      width="full"
      title={title}
      heading={<ProductSwitch title={title} onClick={() => choosing[1](true)} />}
      right={[<AlertButton key="alert" symbol={symbol} />, <FavouriteButton key="favourite" symbol={symbol} />]}
    >
      <ProductDetailScreen symbol={symbol} list={<ProductRail symbol={symbol} />} choosing={choosing} />
    </Screen>
  )
})
