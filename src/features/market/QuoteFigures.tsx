import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { moveOf } from '../../domain/price'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { useFirstStores } from '../../stores/StoresContext'

const SIGN = { up: '▲ ', down: '▼ ', level: '' }

/** Price and change of a row: the only part of it that a tick renders again. */
export const QuoteFigures = observer(function QuoteFigures({ symbol }: { symbol: string }) {
  const format = useFormat()
  const quote = useFirstStores().market.quoteOf(symbol)
  if (!quote) return <Text className="muted">–</Text>
  const move = moveOf(quote.changeRate24hBp)
  return (
    <View className="product-row__figures num">
      <Text className="product-row__price">{format.number(quote.price)}</Text>
      <Text className={`strong t13 ${move}`}>
        {SIGN[move]}
        {format.signedPercent(quote.changeRate24hBp)}
      </Text>
    </View>
  )
})

/** The high, the low and the volume of the last 24 hours. */
export const DayFigures = observer(function DayFigures({ symbol }: { symbol: string }) {
  const t = useT()
  const format = useFormat()
  const quote = useFirstStores().market.quoteOf(symbol)
  if (!quote) return null
  const figures = [
    [t('trade.high24h'), format.number(quote.high24h)],
    [t('trade.low24h'), format.number(quote.low24h)],
    [t('trade.turnover'), format.compact(quote.amount24h)],
  ]
  return (
    <View className="product-row__day num t12">
      {figures.map(([label, figure]) => (
        <View className="product-row__figure" key={label}>
          <Text className="muted">{`${label} `}</Text>
          <Text>{figure}</Text>
        </View>
      ))}
    </View>
  )
})
