import { observer } from 'mobx-react-lite'
import { EmptyState } from '../../components/EmptyState'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useWide } from '../../platform/useWide'
import { useLate } from '../../stores/StoresContext'
import { ProductList } from './ProductList'
import { filterProducts } from './productFilter'
import { TableRow } from './WideTable'

const SHOWN_MAX = 10

/** The products that are not recommended: if the window has room, they follow the recommended ones. */
export type OtherTab = 'favourites' | 'gainers' | 'losers' | 'recommended'

/** The products of a tab of home. */
export const OtherProducts = observer(function OtherProducts({ tab }: { tab: OtherTab }) {
  const t = useT()
  const { market, favourites } = useLate()
  const isWide = useWide('two')
  const group = tab === 'favourites' ? tab : 'all'
  const sort = tab === 'gainers' || tab === 'losers' ? tab : undefined
  const products = filterProducts(market.all, { query: '', group, sort }, (symbol) => favourites.has(symbol))
    .filter(({ recommended }) => tab !== 'recommended' || (isWide && !recommended))
    .slice(0, SHOWN_MAX)
  if (products.length === 0 && tab === 'favourites') {
    return (
      <EmptyState
        icon="star"
        title={t('market.noFavourites')}
        text={t('market.noFavouritesText')}
        actionLabel={t('common.productsLink')}
        onAction={() => openPage('/pages/product/product')}
      />
    )
  }
  return products.length === 0 ? null : (
    <ProductList products={products} beside={(product) => <TableRow product={product} />} />
  )
})
