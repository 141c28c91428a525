import { Text, View } from '@tarojs/components'
import { untracked } from 'mobx'
import { observer } from 'mobx-react-lite'
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

const rangeOf = ({ low24h, high24h }: Quote, { number }: Format) => [number(low24h), number(high24h)]
const volumesOf = ({ volume24h, amount24h }: Quote, { compact }: Format) => [compact(volume24h), compact(amount24h)]

/** The low and the high of 24 hours. */
export const DayRange = observer(function DayRange({ symbol, live }: LiveProps) {
  const t = useT()
  const [low, high] = useQuoteTexts(symbol, rangeOf, live) ?? []
  if (!low || !high) return null
  return (
    <View className="product-row__range">
      <Figure label={t('trade.low24h')} figure={low} />
      <Figure label={t('trade.high24h')} figure={high} />
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
      <Figure label={t('trade.turnover')} figure={turnover} />
    </View>
  )
})

interface FigureProps {
  /** Its whole name, to hear. */
  label: string
  /** Its name, to see. */
  mark?: string
  figure: string
}

function Figure({ label, mark, figure }: FigureProps) {
  return (
    <Text className="product-row__figure">
      <Text className="sr-only">{`${label} `}</Text>
      {mark ? (
        <Text className="product-row__mark" aria-hidden>
          {`${mark} `}
        </Text>
      ) : null}
      <Text>{figure}</Text>
    </Text>
  )
}
