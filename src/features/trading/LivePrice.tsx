import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { moveOf } from '../../domain/price'
import { useFormat } from '../../i18n/format'
import { useQuote } from './productHooks'

/** The newest price of a product, in the colour of its day; for the head of a sheet. */
export const LivePrice = observer(function LivePrice({ symbol }: { symbol: string }) {
  const format = useFormat()
  const quote = useQuote(symbol)
  return quote ? <Text className={`num strong ${moveOf(quote.change24h)}`}>{format.number(quote.price)}</Text> : null
})
