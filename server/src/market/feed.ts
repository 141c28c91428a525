import type { Calendar } from './calendar'

/** A price as its source gave it. */
export interface FeedTick {
  symbol: string
  /** Decimal string with the digits of the source. */
  price: string
  size: string
  /** The source's own time, epoch milliseconds. */
  sourceAtMs: number
}

/** Where prices come from. It knows products and nothing else: no user, no order, no stake. */
export interface Feed {
  /** Stands on tickets and receipts. */
  readonly name: string
  start(onTick: (tick: FeedTick) => void): void
  stop(): Promise<void>
}

/** What a feed needs to know of a product. */
export interface FeedProduct {
  symbol: string
  decimals: number
  calendar: Calendar
  /** The price to go on from, decimal string. */
  lastPrice: string
}
