import type { Category } from '../../../contract/market'
import type { Calendar } from './calendar'

/** A price as its source gave it. */
export interface FeedTick {
  symbol: string
  /** Decimal string with the digits of the source. */
  price: string
  /** '0' when the source only says that its last price is still valid. */
  size: string
  /** Name of the source, as in the log: `binance`. */
  source: string
  /** The source's name of the product; undefined if it has no such names. */
  instrument?: string
  /** The source's number of the trade, if it gives one. */
  trade?: number
  /** The source's own time, epoch milliseconds. */
  sourceAtMs: number
  /** When it came in by the server's clock, epoch milliseconds. */
  receivedAtMs: number
  /** Grows with every tick that one source gives for one product. */
  sequence: number
}

/**
 * `connecting` before the first answer, `down` while there is no connection, `stale` while there is one without prices,
 * `connected` otherwise.
 */
export type SourceStatus = 'connecting' | 'connected' | 'stale' | 'down'

/**
 * A product of which a source gives no prices: it `refused` the name, does not know it, or is `silent` about it while the
 * market is open and others have prices.
 */
export interface MissingPrices {
  symbol: string
  /** The source's name of the product. */
  name: string
  why: 'refused' | 'unknown' | 'silent'
}

/** How one source is doing. */
export interface SourceState {
  source: string
  status: SourceStatus
  /** Server time of its newest accepted tick; undefined before the first. */
  lastTickAtMs: number | undefined
  missing: readonly MissingPrices[]
}

/** Where prices come from. It knows products and nothing else: no user, no order, no stake. */
export interface Feed {
  /** Shown on tickets and receipts. */
  readonly name: string
  start(onTick: (tick: FeedTick) => void): void
  /** Resolves when nothing ticks any more. A feed that was stopped is not started again: make another. */
  stop(): Promise<void>
  states(): SourceState[]
}

/** A product as a feed needs it. */
export interface FeedProduct {
  symbol: string
  /** As people write it: BTC/USDT. */
  code: string
  category: Category
  decimals: number
  calendar: Calendar
  /** The price to continue from, decimal string. */
  lastPrice: string
}

/** Prices and sizes as the log takes them: plain decimals. */
export const DECIMAL = /^\d{1,16}(\.\d{1,12})?$/
