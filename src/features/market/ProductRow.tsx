import { Button, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { memo } from 'react'
import type { ProductSummary } from '../../../contract/market'
import { classNames } from '../../components/classNames'
import { ProductIcon } from '../../components/ProductIcon'
import { Sparkline } from '../../components/Sparkline'
import { trendOf } from '../../domain/price'
import { productName } from '../../domain/productName'
import { sparklinePath } from '../../domain/sparkline'
import { useT } from '../../i18n'
import { showOpening } from '../../i18n/days'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import './ProductRow.scss'
import { DayRange, DayVolumes, QuoteFigures } from './QuoteFigures'

const SPARK_BOX = { width: 64, height: 30 }

export interface ProductRowProps {
  product: ProductSummary
  /** The row also shows the high and the low of 24 hours, and the volumes of a closed market. */
  detailed?: boolean
  /** Whether ticks render its price; rows that nobody sees would cost as much as those on the screen. */
  live?: boolean
  /** The product is the one shown next to the list. */
  isCurrent?: boolean
  /** Replaces opening the product's page on top of this one. */
  onOpen?: (symbol: string) => void
}

const open = (symbol: string) => openPage('/pages/Detail/Detail', { symbol })

/** One product of a list. It renders when the product changes; its price renders by itself. */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, detailed = false, live = true, isCurrent, onOpen = open } = props
  const { symbol } = product
  const isOpen = product.status === 'open'
  const course = isOpen ? <Trend product={product} /> : <Closed product={product} />
  const name = classNames('product-row', detailed && 'product-row--detailed', !isOpen && 'product-row--closed')
  return (
    <Button className={name} data-name={symbol} aria-current={isCurrent || undefined} onClick={() => onOpen(symbol)}>
      <ProductIcon symbol={symbol} url={product.iconUrl} />
      <View className="product-row__names fills">
        <Text className="strong product-row__title">{productName(product)}</Text>
        {isOpen ? null : <Opening product={product} />}
        {isOpen || detailed ? <DayVolumes symbol={symbol} live={live} /> : null}
      </View>
      {detailed ? (
        <View className="product-row__day num">
          {course}
          <DayRange symbol={symbol} live={live} />
        </View>
      ) : (
        course
      )}
      <QuoteFigures symbol={symbol} live={live} />
    </Button>
  )
})

function Trend({ product }: { product: ProductSummary }) {
  const path = sparklinePath(product.spark, SPARK_BOX)
  return path === '' ? null : <Sparkline path={path} trend={trendOf(product.quote?.changeRate24hBp ?? 0)} />
}

/** In the place of the line. */
function Closed({ product }: { product: ProductSummary }) {
  const t = useT()
  // As a tag; its component would be in the first screen for this alone.
  return (
    <Text className="product-row__state">
      {t(product.status === 'closed' ? 'market.closed' : 'market.maintenance')}
    </Text>
  )
}

/** When a closed market opens, if that is known. */
const Opening = observer(function Opening({ product: { opensAt } }: { product: ProductSummary }) {
  const t = useT()
  const { preferences } = useStores()
  if (opensAt === null) return null
  return (
    <Text className="product-row__opens num">
      {t('market.opens', { time: showOpening(opensAt, preferences.timeZone) })}
    </Text>
  )
})
