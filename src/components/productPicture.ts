/** The pictures of `products.svg`, from the top. Its test compares the two. */
export const DRAWN: readonly string[] = [
  'BTCUSDT',
  'XAUUSD',
  'WTI',
  'ETHUSDT',
  'HSI',
  'SOLUSDT',
  'BNBUSDT',
  'XAGUSD',
  'BRENT',
  'NGAS',
  'NDX',
  'N225',
  'EURUSD',
  'USDJPY',
  'GBPUSD',
]

/** Where a product's picture is in `products.svg`, as the second part of `background-position`; undefined if none is drawn. */
export function pictureOf(symbol: string): string | undefined {
  const at = DRAWN.indexOf(symbol)
  return at < 0 ? undefined : `${(100 * at) / (DRAWN.length - 1)}%`
}
