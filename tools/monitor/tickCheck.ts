import { timeOf, WrongLog } from '../../proof/steps'
import { CLOCK_TOLERANCE_MS } from '../../proof/time'

/** How far `sourceAt` may be off `at` by any terms (docs/PROOF_FORMAT.md, "The file"). */
const SOURCE_OFF_MS = 60_000
const SOURCES_MAX = 64

const TICK =
  /^tick\|2\|([A-Z0-9]{2,16})\|(\d{1,16})\|(\d{1,16})\|[\d.]{1,29}\|[\d.]{1,29}\|([\w:.-]{1,80})\|(\d{1,16})\|([\w.*-]{1,64})\|(\d{1,16}|-)$/

interface SourceOrder {
  trade: number
  sourceAt: number
}

/** The kept part of the ticks of a product: the time of the last one, and the newest of each source. */
export interface TickOrder {
  at: number
  sources: Record<string, SourceOrder>
}

/** One source's tick after the ones that it gave before: times never fall, and numbers of trades rise. */
function checkSource(what: string, known: SourceOrder, sourceAt: number, trade: number | null): void {
  if (sourceAt < known.sourceAt)
    throw new WrongLog(
      `${what} is of ${timeOf(sourceAt)} at its source, which had given one of ${timeOf(known.sourceAt)}`,
    )
  if (trade !== null && trade <= known.trade)
    throw new WrongLog(`${what} is trade ${trade} of its source, which had given trade ${known.trade} before`)
  if (trade !== null) known.trade = trade
  known.sourceAt = sourceAt
}

type LagLimit = { at: number; ms: number; before: number }

/** How far the times of a product's prices may be from those at the source, by the house's own entries in the log feeds. */
export class LagLimits {
  constructor(private readonly limits: Map<string, LagLimit>) {}

  toJSON(): [string, LagLimit][] {
    return [...this.limits]
  }

  takeEntry(at: number, text: string): void {
    const [, , , kind, symbol = '', , , ms = ''] = text.split('|')
    if (kind !== 'settings') return
    this.limits.set(symbol, { at, ms: ms === '-' ? 0 : Number(ms), before: this.limits.get(symbol)?.ms ?? 0 })
  }

  /** The limit of a price of that time; the node that wrote the last price under the limit before may have another clock. */
  at(symbol: string, at: number): number {
    const limit = this.limits.get(symbol)
    if (!limit) return SOURCE_OFF_MS
    return at < limit.at + CLOCK_TOLERANCE_MS ? Math.max(limit.before, limit.ms) : limit.ms
  }
}

/** Where a tick is: `number` of the head that is the first to have it, `through` of it and, as `after`, of the head before. */
export interface TickPlace {
  number: number
  after: number
  through: number
}

/**
 * Checks the ticks of one product, in order. `state` is kept, and moved on; `lagAt` says how far from its time at the source a price
 * of that time may be.
 */
export function createTickCheck(symbol: string, state: TickOrder) {
  return (place: TickPlace, lagAt: (at: number) => number, index: number, text: string): void => {
    const { number, after, through } = place
    const what = `tick ${index + 1} of ${symbol}`
    const [, named, sequence, atText, source, sourceAtText, instrument, tradeText] = TICK.exec(text) ?? []
    if (named !== symbol || Number(sequence) !== index + 1) throw new WrongLog(`${what} is not in the form of a tick`)
    const [at, sourceAt, trade] = [Number(atText), Number(sourceAtText), tradeText === '-' ? null : Number(tradeText)]
    if (at < state.at) throw new WrongLog(`${what} is of ${timeOf(at)}, and the one before it of ${timeOf(state.at)}`)
    if (at <= after)
      throw new WrongLog(
        `${what}, of ${timeOf(at)}, was added by head ${number}, when prices were said to be complete up to ${timeOf(after)}`,
      )
    if (at > through)
      throw new WrongLog(
        `${what}, of ${timeOf(at)}, is in head ${number}, which is only complete up to ${timeOf(through)}`,
      )
    const lagMs = lagAt(at)
    if (Math.abs(at - sourceAt) > lagMs)
      throw new WrongLog(
        `${what}, of ${timeOf(at)}, is of ${timeOf(sourceAt)} at its source, more than the ${lagMs} ms that the house allows`,
      )
    state.at = at
    const key = `${source} ${instrument}`
    const known = state.sources[key] ?? { trade: -1, sourceAt: 0 }
    if (!state.sources[key] && Object.keys(state.sources).length >= SOURCES_MAX) state.sources = {}
    state.sources[key] = known
    checkSource(what, known, sourceAt, trade)
  }
}
