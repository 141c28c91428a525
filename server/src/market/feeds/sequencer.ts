import type { FeedTick } from '../feed'
import type { FeedDrop, SourcePrice } from './feedMessage'

/** Tickers and candles count as ticks only when trades have been silent for this long. */
const QUIET_MS = 1_000
/** A trade number that is lower, but of a time that is this much later, begins a new numbering. */
const RENUMBERED_MS = 5_000

interface Seen {
  sequence: number
  trade: number | undefined
  sourceAtMs: number
  receivedAtMs: number
}

/**
 * State of one source, by product. Takes a price once and in order: prices that are late, repeated or off the clock are
 * left out with the reason, and never altered.
 */
export function createSequencer(options: {
  source: string
  /** The source's name of a product to our symbol. */
  symbols: ReadonlyMap<string, string>
  /** How far the source's time may be off the server's, either way. */
  skewMs: number
}): (price: SourcePrice, receivedAtMs: number) => FeedTick | FeedDrop {
  const { source, symbols, skewMs } = options
  const seen = new Map<string, Seen>()

  function orderProblem(row: SourcePrice, last: Seen, receivedAtMs: number): FeedDrop | undefined {
    if (row.kind === 'statement') {
      if (row.trade !== undefined && last.trade !== undefined && row.trade < last.trade) return 'not_needed'
      return receivedAtMs - last.receivedAtMs < QUIET_MS || row.sourceAtMs <= last.sourceAtMs ? 'not_needed' : undefined
    }
    if (row.trade !== undefined && row.trade === last.trade) return 'duplicate'
    // Numbers may rise while times fall, e.g. after a statement that overtook a trade: an older price is no current one.
    if (row.sourceAtMs < last.sourceAtMs) return 'out_of_order'
    if (row.trade === undefined || last.trade === undefined || row.trade > last.trade) return undefined
    return row.sourceAtMs - last.sourceAtMs > RENUMBERED_MS ? undefined : 'out_of_order'
  }

  return (row, receivedAtMs) => {
    const symbol = symbols.get(row.name)
    if (symbol === undefined) return 'unknown_symbol'
    const behindMs = receivedAtMs - row.sourceAtMs
    if (behindMs > skewMs) return 'behind_clock'
    if (behindMs < -skewMs) return 'ahead_of_clock'
    const last = seen.get(symbol)
    const problem = last && orderProblem(row, last, receivedAtMs)
    if (problem) return problem
    const sequence = (last?.sequence ?? 0) + 1
    // A statement says nothing of which trades have been heard.
    const trade = row.kind === 'trade' ? row.trade : last?.trade

    seen.set(symbol, { sequence, trade, sourceAtMs: row.sourceAtMs, receivedAtMs })
    const { price, size, sourceAtMs, name: instrument } = row
    // A statement repeats a trade: its number is in the log once.
    const named = { source, instrument, ...(row.kind === 'trade' && row.trade !== undefined && { trade: row.trade }) }
    return { symbol, price, size, ...named, sourceAtMs, receivedAtMs, sequence }
  }
}
