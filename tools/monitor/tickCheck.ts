import { timeOf, WrongLog } from '../../proof/steps'

/** How far `sourceAt` may be off `at` (docs/PROOF_FORMAT.md, "Prices"). */
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

/** Where a tick is: `number` of the head that is the first to have it, `through` of it and, as `after`, of the head before. */
export interface TickPlace {
  number: number
  after: number
  through: number
}

/**
 * Checks the ticks of one product, in order. `state` is kept, and moved on. Returns how much older than its place in the log a tick
 * is at its source, in ms.
 */
export function createTickCheck(symbol: string, state: TickOrder) {
  return ({ number, after, through }: TickPlace, index: number, text: string): number => {
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
    if (Math.abs(at - sourceAt) > SOURCE_OFF_MS)
      throw new WrongLog(`${what}, of ${timeOf(at)}, is of ${timeOf(sourceAt)} at its source`)
    state.at = at
    const key = `${source} ${instrument}`
    const known = state.sources[key] ?? { trade: -1, sourceAt: 0 }
    if (!state.sources[key] && Object.keys(state.sources).length >= SOURCES_MAX) state.sources = {}
    state.sources[key] = known
    checkSource(what, known, sourceAt, trade)
    return at - sourceAt
  }
}
