import type { ProductSummary } from '../../../contract/market'
import { pictureOf } from '../../components/productPicture'
import { arrowOf, moveOf, trendOf } from '../../domain/price'
import { productName } from '../../domain/productName'
import { sparklinePath } from '../../domain/sparkline'
import type { Format } from '../../i18n/numbers'

/** Values by the name of their mark. */
export type Fill = Record<string, string>

/** A product's values for its marks, as `ProductRow` and `ProductHead` write it. */
export function productValues(product: ProductSummary, format: Format): Fill {
  const { symbol, quote, spark } = product
  const names = {
    key: symbol,
    title: productName(product),
    icon: pictureOf(symbol) ?? '0;background:none',
  }
  if (!quote) return names
  return {
    ...names,
    move: moveOf(quote.changeRate24hBp),
    sign: arrowOf(quote.changeRate24hBp),
    turn: moveOf(quote.change24h),
    turnSign: arrowOf(quote.change24h),
    trend: trendOf(quote.changeRate24hBp),
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
