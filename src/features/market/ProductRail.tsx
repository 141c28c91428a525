import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useWatched } from '../../connected/useWatched'
import { useT } from '../../i18n'
import { redirect } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import './ProductRail.scss'
import { ProductRow } from './ProductRow'
import { useMarket } from './useMarket'

const choose = (symbol: string) => redirect('/pages/Detail/Detail', { symbol })

/** All products, next to the one that is shown or over it. */
export const ProductRail = observer(function ProductRail({ symbol }: { symbol: string }) {
  const t = useT()
  const { market } = useStores()
  const products = market.all
  useMarket()
  useWatched(products.map((product) => product.symbol))
  return (
    <View className="product-rail" ariaRole="navigation" aria-label={t('title.products')}>
      {products.map((product) => (
        <ProductRow key={product.symbol} product={product} isCurrent={product.symbol === symbol} onOpen={choose} />
      ))}
    </View>
  )
})
