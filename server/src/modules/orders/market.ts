/** A product's terms for orders: terms that an order copies when it is accepted. */
export interface TradedProduct {
  id: number
  symbol: string
  decimals: number
  /** Minor units. */
  stakeMin: bigint
  stakeMax: bigint
  durations: readonly { seconds: number; earningsRateBp: number }[]
  /** Without a tick for this long the price is stale: no orders are accepted, and one that expires then is void. */
  staleAfterMs: number
  sourceLagMs: number
  /** An order without an entry tick for this long is void. */
  entryTimeoutMs: number
  /** Name of the price source. */
  source: string
  /** The source's own name for what it prices. */
  instrument: string
}

export interface TradingState {
  status: 'open' | 'closed' | 'maintenance'
  opensAtMs?: number | undefined
  closesAtMs?: number | undefined
}

/** The market's read side, in memory. */
export interface TradingMarket<P extends TradedProduct = TradedProduct> {
  products(): readonly P[]
  productBySymbol(symbol: string): P | undefined
  tradingState(product: P, atMs: number): TradingState
  isFresh(product: P, atMs: number): boolean
}
