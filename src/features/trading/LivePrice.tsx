import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { moveOf } from '../../domain/price'
import { useFormat } from '../../i18n/format'
import { useStores } from '../../stores/StoresContext'
import { useQuote, useStale } from './productHooks'

/** The newest price of a product, in the color of its day, or gray once it is too old; for the head of a sheet. */
export const LivePrice = observer(function LivePrice({ symbol }: { symbol: string }) {
  const format = useFormat()
  const quote = useQuote(symbol)
  const isStale = useStale(useStores().market.productOf(symbol).value) !== undefined
  if (!quote) return null
  return (
    <Text className={`num strong ${isStale ? 'muted' : moveOf(quote.change24h)}`}>{format.number(quote.price)}</Text>
  )
})
