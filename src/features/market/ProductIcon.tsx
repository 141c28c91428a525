import { View } from '@tarojs/components'
import { classNames } from '../../components/classNames'
import './ProductIcon.scss'
import { productBadge } from './productBadge'

/** The pictures of `products.svg`, from the top. Its test compares the two. */
export const DRAWN: readonly string[] = [
  ...['BTCUSDT', 'XAUUSD', 'WTI', 'ETHUSDT', 'HSI', 'SOLUSDT', 'BNBUSDT', 'XAGUSD'],
  ...['BRENT', 'NGAS', 'NDX', 'N225', 'EURUSD', 'USDJPY', 'GBPUSD'],
]

/** The picture of a product, or two letters where none is drawn. Its name is beside it. */
export function ProductIcon({ symbol }: { symbol: string }) {
  const at = DRAWN.indexOf(symbol)
  const style = at < 0 ? undefined : { backgroundPositionY: `${(100 * at) / (DRAWN.length - 1)}%` }
  return (
    <View className={classNames('product-icon', at >= 0 && 'product-icon--drawn')} style={style} aria-hidden>
      {at < 0 ? productBadge(symbol) : null}
    </View>
  )
}
