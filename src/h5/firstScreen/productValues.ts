import type { ProductSummary } from '../../../contract/market'
import { moveOf } from '../../domain/price'
import { productName } from '../../domain/productName'
import { sparklinePath } from '../../domain/sparkline'
import type { Format } from '../../i18n/numbers'

/** Values by the name of their mark. */
export type Fill = Record<string, string>

const SIGN = { up: '▲ ', down: '▼ ', level: '' }
const TREND = { up: 'up', down: 'down', level: 'flat' }

/** A product's values for its marks, as `ProductRow` and `ProductHead` write it. */
export function productValues(product: ProductSummary, format: Format, drawn: readonly string[]): Fill {
  const { symbol, quote, spark } = product
  const at = drawn.indexOf(symbol)
  const names = {
    key: symbol,
    title: productName(product),
    icon: at < 0 ? 'background:none' : `background-position-y:${(100 * at) / (drawn.length - 1)}%`,
  }
  if (!quote) return names
  const move = moveOf(quote.changeRate24hBp)
  const turn = moveOf(quote.change24h)
  return {
    ...names,
    move,
    sign: SIGN[move],
    turn,
    turnSign: SIGN[turn],
    trend: TREND[move],
    spark: sparklinePath(spark, { width: 64, height: 30 }),
    price: format.number(quote.price),
    change: format.signed(quote.change24h),
    rate: format.signedPercent(quote.changeRate24hBp),
    high: format.number(quote.high24h),
    low: format.number(quote.low24h),
    volume: format.compact(quote.volume24h),
    amount: format.compact(quote.amount24h),
  }
}
