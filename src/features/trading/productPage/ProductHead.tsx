import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Product, ProductSummary, Quote } from '../../../../contract/market'
import { Flash } from '../../../components/Flash'
import { Skeleton } from '../../../components/Skeleton'
import { useQuoteTexts } from '../../../connected/useQuoteTexts'
import { arrowOf, moveOf } from '../../../domain/price'
import { productName } from '../../../domain/productName'
import { useT } from '../../../i18n'
import { showDateTime } from '../../../i18n/days'
import { useFormat } from '../../../i18n/format'
import type { Format } from '../../../i18n/numbers'
import { useStores } from '../../../stores/StoresContext'
import './ProductHead.scss'
import { useQuote, useStale } from '../productHooks'

/** With large text the figures are a line that scrolls, which the keyboard must reach, too. */
const SCROLLS = { tabIndex: 0 }

/** The price with its change, and the figures of the last 24 hours. It also takes the summary of a list. */
export const ProductHead = observer(function ProductHead({ product }: { product: Product | ProductSummary }) {
  const format = useFormat()
  const quote = useQuote(product.symbol)
  const stale = useStale(product)
  const isClosed = product.status !== 'open'
  const { preferences } = useStores()
  if (!quote) return <HeadOutline />
  return (
    <View className="product-head pad">
      <View>
        <Flash
          className={`product-head__price num ${stale === undefined && !isClosed ? '' : 'muted'}`}
          text={format.number(quote.price)}
          value={Number(quote.price)}
        />
        <Text className={`strong t13 num ${stale === undefined ? moveOf(quote.change24h) : 'muted'}`}>
          {arrowOf(quote.change24h)}
          {format.signed(quote.change24h)}
          {'\u2002'}
          {format.signedPercent(quote.changeRate24hBp)}
        </Text>
        {isClosed ? <Text className="muted t12">{showDateTime(quote.at, preferences.timeZone)}</Text> : null}
      </View>
      <DayFigures product={product} />
    </View>
  )
})

const textsOf = ({ high24h, low24h, volume24h, amount24h }: Quote, { number, compact }: Format) => [
  number(high24h),
  number(low24h),
  compact(volume24h),
  compact(amount24h),
]
const LABELS = ['trade.high24h', 'trade.low24h', 'trade.volume', 'trade.turnover'] as const

const DayFigures = observer(function DayFigures({ product }: { product: Product | ProductSummary }) {
  const t = useT()
  const texts = useQuoteTexts(product.symbol, textsOf)
  if (!texts) return null
  return (
    <View className="product-head__figures t12 num" ariaRole="group" aria-label={productName(product)} {...SCROLLS}>
      {LABELS.map((label, at) => (
        <Figure key={label} label={t(label)} value={texts[at] ?? ''} />
      ))}
    </View>
  )
})

/** A placeholder of the head's size. */
export const HeadOutline = () => (
  <View className="product-head product-head--outline pad" aria-busy>
    <Skeleton shape="title" />
  </View>
)

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <View className="product-head__figure">
      <Text className="muted">{label}</Text>
      <Text className="strong product-head__value">{value}</Text>
    </View>
  )
}
