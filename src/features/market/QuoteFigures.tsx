import { Text, View } from '@tarojs/components'
import { untracked } from 'mobx'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { Quote } from '../../../contract/market'
import { useQuoteTexts } from '../../connected/useQuoteTexts'
import { arrowOf, moveOf } from '../../domain/price'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import type { Format } from '../../i18n/numbers'
import { useStores } from '../../stores/StoresContext'

interface LiveProps {
  symbol: string
  /** Whether ticks render it. */
  live: boolean
}

/** Price and change of a row: the only part of it that a tick renders again, and only while it is `live`. */
export const QuoteFigures = observer(function QuoteFigures({ symbol, live }: LiveProps) {
  const format = useFormat()
  const { market } = useStores()
  const read = () => market.quoteOf(symbol)
  const quote = live ? read() : untracked(read)
  if (!quote) return <Text className="muted">–</Text>
  return (
    <View className="product-row__figures num">
      <Text className="product-row__price strong t16">{format.number(quote.price)}</Text>
      <Text className={`strong t13 ${moveOf(quote.changeRate24hBp)}`}>
        {arrowOf(quote.changeRate24hBp)}
        {format.signedPercent(quote.changeRate24hBp)}
      </Text>
    </View>
  )
})

const rangeOf = ({ high24h, low24h }: Quote, { number }: Format) => [number(high24h), number(low24h)]
const volumesOf = ({ volume24h, amount24h }: Quote, { compact }: Format) => [compact(volume24h), compact(amount24h)]

/** The high above the line of 24 hours and the low below it, as on the axis of a chart. */
export const DayRange = observer(function DayRange({ symbol, live, children }: LiveProps & { children: ReactNode }) {
  const t = useT()
  const [high, low] = useQuoteTexts(symbol, rangeOf, live) ?? []
  if (!high || !low) return null
  return (
    <View className="product-row__day num">
      <Figure label={t('trade.high24h')} mark={t('home.mark.high')} figure={high} />
      {children}
      <Figure label={t('trade.low24h')} mark={t('home.mark.low')} figure={low} />
    </View>
  )
})

/** Volume and turnover of 24 hours. */
export const DayVolumes = observer(function DayVolumes({ symbol, live }: LiveProps) {
  const t = useT()
  const [volume, turnover] = useQuoteTexts(symbol, volumesOf, live) ?? []
  if (!volume || !turnover) return null
  return (
    <View className="product-row__volumes num">
      <Figure label={t('trade.volume')} mark={t('home.mark.volume')} figure={volume} />
      <Figure label={t('trade.turnover')} mark={t('home.mark.turnover')} figure={turnover} />
    </View>
  )
})

/** A small figure: a mark to see, and its whole name to hear. */
function Figure({ label, mark, figure }: Record<'label' | 'mark' | 'figure', string>) {
  return (
    <Text className="product-row__figure">
      <Text className="sr-only">{label}</Text>
      <Text className="product-row__mark" aria-hidden>
        {mark}
      </Text>{' '}
      <Text>{figure}</Text>
    </Text>
  )
}
