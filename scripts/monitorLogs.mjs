// Data that monitor.mjs reads from one log: its public entries, hashed to the roots in the heads, and the conditions
// of each entry.
import { Frontier, leafOf, timeOf, WrongLog } from './headChecks.mjs'

const BUNDLE = 256
/** How far `sourceAt` may be off `at` (docs/PROOF_FORMAT.md, "Prices"). */
const SOURCE_OFF_MS = 60_000
const SOURCES_MAX = 64

/** Reads a log from bundle to bundle. What is kept of it is the edge of its whole bundles, so the last one is read again. */
export class FollowedLog {
  /**
   * @param {{ entries(log: string, index: number, width: number): Promise<string[]> }} reader
   * @param {string} path of the log below `/api/log/`, with a slash at its end
   * @param {string} what it is, for people
   * @param {{ size: number, root: string, whole: ReturnType<Frontier['toJSON']> }} [state]
   */
  constructor(reader, path, what, state) {
    this.reader = reader
    this.path = path
    this.what = what
    this.size = state?.size ?? 0
    /** @type {Buffer | undefined} */
    this.root = state ? Buffer.from(state.root, 'hex') : undefined
    this.whole = new Frontier(state?.whole.size, state?.whole.peaks)
    this.bundle = undefined
  }

  toJSON() {
    return {
      size: this.size,
      root: this.root?.toString('hex') ?? new Frontier().root().toString('hex'),
      whole: this.whole,
    }
  }

  /** @param {number} index @param {number} limit */
  async readBundle(index, limit) {
    const texts = await this.reader.entries(this.path, index, Math.min(BUNDLE, limit - index * BUNDLE))
    const edge = new Frontier(this.whole.size, this.whole.toJSON().peaks)
    for (const text of texts.slice(0, this.size - index * BUNDLE)) edge.append(leafOf(text))
    if (this.root && !edge.root().equals(this.root))
      throw new WrongLog(`${this.what}: the first ${this.size} entries are no longer those that a head has`)
    const bundle = { index, texts, edge }
    this.bundle = bundle
    return bundle
  }

  /**
   * Reads on to `size` entries, which have this root, and up to `limit` if a bundle is fetched anyway.
   * @param {(index: number, text: string) => void} check throws if an entry is not as it has to be
   * @param {number} size @param {Buffer} root @param {number} limit
   */
  async readTo(size, root, limit, check) {
    while (this.size < size) {
      const index = Math.floor(this.size / BUNDLE)
      const end = Math.min(size, (index + 1) * BUNDLE)
      const kept = this.bundle
      const isRead = kept?.index === index && kept.texts.length >= end - index * BUNDLE
      const { texts, edge } = isRead ? kept : await this.readBundle(index, limit)
      for (; this.size < end; this.size++) {
        const text = texts[this.size - index * BUNDLE]
        check(this.size, text)
        edge.append(leafOf(text))
      }
      this.root = edge.root()
      if (end % BUNDLE === 0) this.whole = new Frontier(edge.size, edge.toJSON().peaks)
    }
    if (size > 0 && !this.root?.equals(root))
      throw new WrongLog(`${this.what}: the ${size} public entries are not those whose root the head has`)
  }
}

const TICK =
  /^tick\|2\|([A-Z0-9]{2,16})\|(\d{1,16})\|(\d{1,16})\|[\d.]{1,29}\|[\d.]{1,29}\|([\w:.-]{1,80})\|(\d{1,16})\|([\w.*-]{1,64})\|(\d{1,16}|-)$/

/**
 * One source's tick after the ones that it gave before: times never fall, and numbers of trades rise.
 * @param {string} what @param {{ trade: number, sourceAt: number }} known
 * @param {{ sourceAt: number, trade: number | null }} tick
 */
function checkSource(what, known, { sourceAt, trade }) {
  if (sourceAt < known.sourceAt)
    throw new WrongLog(
      `${what} is of ${timeOf(sourceAt)} at its source, which had given one of ${timeOf(known.sourceAt)}`,
    )
  if (trade !== null && trade <= known.trade)
    throw new WrongLog(`${what} is trade ${trade} of its source, which had given trade ${known.trade} before`)
  if (trade !== null) known.trade = trade
  known.sourceAt = sourceAt
}

/**
 * Checks the ticks of one product, in order.
 * @param {string} symbol
 * @param {{ at: number, sources: Record<string, { trade: number, sourceAt: number }> }} state kept, and moved on
 * @returns {(place: { number: number, after: number, through: number }, index: number, text: string) => void}
 *   `number` of the head that is the first to have the tick, `through` of it and, as `after`, of the head before
 */
export function createTickCheck(symbol, state) {
  return ({ number, after, through }, index, text) => {
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
    checkSource(what, known, { sourceAt, trade })
  }
}
