import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useWatched } from '../../connected/useWatched'
import { useT } from '../../i18n'
import { redirect } from '../../platform/navigation'
import { useWide } from '../../platform/useWide'
import { useStores } from '../../stores/StoresContext'
import './ProductRail.scss'
import { ProductRow } from './ProductRow'
import { useMarket } from './useMarket'

/** All products next to the one that is shown, if the window has room for them. */
export function ProductRail({ symbol }: { symbol: string }) {
  return useWide('three') ? <Rail symbol={symbol} /> : null
}

const choose = (symbol: string) => redirect('/pages/Detail/Detail', { symbol })

const Rail = observer(function Rail({ symbol }: { symbol: string }) {
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
