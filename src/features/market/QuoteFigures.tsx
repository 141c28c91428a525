import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { moveOf } from '../../domain/price'
import { useFormat } from '../../i18n/format'
import { useStores } from '../../stores/StoresContext'

const SIGN = { up: '▲ ', down: '▼ ', level: '' }

/** Price and change of a row: the only part of it that a tick renders again. */
export const QuoteFigures = observer(function QuoteFigures({ symbol }: { symbol: string }) {
  const format = useFormat()
  const quote = useStores().market.quoteOf(symbol)
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
