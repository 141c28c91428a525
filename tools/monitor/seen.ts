import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { TreeHead } from '../../contract/proof'
import { type KnownHead, WrongLog } from '../../proof/steps'
import { storeFile } from '../lib/files'
import { beginAt, type LogReader } from '../lib/logReader'
import { FollowedLog, type KeptLog } from './followedLog'
import { ResultsMap } from './resultsMap'
import { createTickCheck, LagLimits, type TickOrder } from './tickCheck'

const HASH_BYTES = 32
const STATE = 'fairtick-monitor-1'
const BUNDLE = 256

/** Roots of the log of heads, one for each number: what a restored log has to continue from. */
class HeadRoots {
  private readonly handle: number
  constructor(file: string) {
    this.handle = openSync(file, existsSync(file) ? 'r+' : 'w+', 0o600)
  }
  set(number: number, root: string): void {
    writeSync(this.handle, Buffer.from(root, 'hex'), 0, HASH_BYTES, number * HASH_BYTES)
  }
  /** The root up to a head; zeros if that was never looked at. */
  get(number: number): string {
    const root = Buffer.alloc(HASH_BYTES)
    readSync(this.handle, root, 0, HASH_BYTES, number * HASH_BYTES)
    return root.toString('hex')
  }
  cutAfter(number: number): void {
    ftruncateSync(this.handle, (number + 1) * HASH_BYTES)
  }
  close(): void {
    closeSync(this.handle)
  }
}

/** A head, and the one before it, up to which entries are read; entries up to `newest` may be fetched. */
interface Heads {
  from: Pick<TreeHead, 'products'>
  to: TreeHead
  newest: TreeHead
}

/** A monitor's state for one log, in files of `folder`. */
export class Seen {
  readonly roots: HeadRoots
  key: string | undefined
  /** When it looked last, by its own clock. */
  lookedAt: number | undefined
  /** Texts of the statements of restored logs that it has taken. */
  restores: string[]
  /** The last head with a time stamp that was checked, and what the stamp says. */
  stamped: { head: number; at: number } | undefined
  /** The last head whose proof of OpenTimestamps was looked at. */
  proofsTo: number | undefined
  /** The last head that was found in a block of Bitcoin, and the head's own time. */
  proven: { head: number; at: number } | undefined
  /** The entry of the log feeds that a statement has to have. */
  awaited: string | undefined
  /** The last head that was looked at; number 0 before the first one. */
  known: KnownHead
  knownAt: number
  private readonly file: string
  private products = new Map<string, ReturnType<Seen['product']>>()
  private feeds: FollowedLog
  private settlements: FollowedLog
  private results: ResultsMap
  private feedAt: number
  private lagLimits: LagLimits

  constructor(
    private readonly folder: string,
    private readonly reader: LogReader,
  ) {
    mkdirSync(folder, { recursive: true })
    this.file = join(folder, 'state.json')
    this.roots = new HeadRoots(join(folder, 'heads'))
    const kept = existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : undefined
    if (kept && kept.format !== STATE) throw new Error(`${this.file} is not the state of a monitor of this version`)
    this.key = kept?.key
    this.lookedAt = kept?.lookedAt
    this.restores = kept?.restores ?? []
    this.stamped = kept?.stamped
    this.proofsTo = kept?.proofsTo
    this.proven = kept?.proven
    this.awaited = kept?.awaited
    this.known = kept?.known ?? { number: 0, root: '', leaf: '' }
    this.knownAt = kept?.knownAt ?? 0
    for (const [symbol, log, order] of kept?.products ?? []) this.products.set(symbol, this.product(symbol, log, order))
    this.feeds = this.log('feeds', kept?.feeds)
    this.settlements = this.log('settlements', kept?.settlements)
    this.results = new ResultsMap(join(folder, 'results'), kept?.results)
    this.feedAt = kept?.feedAt ?? 0
    this.lagLimits = new LagLimits(new Map(kept?.lagLimits))
  }

  private log(name: string, kept?: KeptLog): FollowedLog {
    return new FollowedLog(this.reader, `${name}/`, `the log ${name}`, kept)
  }

  private product(symbol: string, kept?: KeptLog, order: TickOrder = { at: 0, sources: {} }) {
    const log = new FollowedLog(this.reader, `ticks/${symbol}/`, `the prices of ${symbol}`, kept)
    return { log, order, check: createTickCheck(symbol, order) }
  }

  /** Begins with a head: prices up to it are taken by their roots, settlements and feeds are read from the first on. */
  async beginWith(number: number): Promise<void> {
    const { known, head } = await beginAt(this.reader, number)
    this.products = new Map()
    for (const { symbol, size, root } of head.products) {
      const whole = await this.reader.frontier(`ticks/${symbol}/`, size - (size % BUNDLE))
      this.products.set(symbol, this.product(symbol, { size, root, whole: whole.toJSON() }))
    }
    this.feeds = this.log('feeds')
    this.settlements = this.log('settlements')
    this.results = new ResultsMap(join(this.folder, 'results'))
    this.feedAt = 0
    this.lagLimits = new LagLimits(new Map())
    await this.take({ from: { products: head.products }, to: head, newest: head })
    this.moveTo(known, head.at)
  }

  moveTo(known: KnownHead, at: number): void {
    this.known = known
    this.knownAt = at
    this.roots.set(known.number, known.root)
  }

  /** Reads what a head adds to the logs. */
  async take({ from, to, newest }: Heads): Promise<void> {
    const read = async (log: FollowedLog, name: string, check: (index: number, text: string) => void) => {
      const { size, root } = to.logs.find((each) => each.name === name) ?? { size: 0, root: '' }
      const limit = newest.logs.find((each) => each.name === name)?.size ?? size
      await log.readTo(size, root, Math.max(size, limit), check)
    }
    await read(this.feeds, 'feeds', (index, text) => this.takeFeedEvent(index, text))
    for (const { symbol, size, root, through } of to.products) {
      const product = this.products.get(symbol) ?? this.product(symbol)
      this.products.set(symbol, product)
      const after = from.products.find((each) => each.symbol === symbol)?.through ?? -1
      const limit = newest.products.find((each) => each.symbol === symbol)?.size ?? size
      const place = { number: to.number, after, through }
      const lagAt = (at: number) => this.lagLimits.at(symbol, at)
      await product.log.readTo(size, root, Math.max(size, limit), (index, text) =>
        product.check(place, lagAt, index, text),
      )
    }
    const map = to.logs.find(({ name }) => name === 'results')
    await read(this.settlements, 'settlements', (index, text) => this.results.add(index, text))
    if (!map || this.results.root() !== map.root)
      throw new WrongLog(`head ${to.number} has another map of results than its ${map?.size ?? 0} settlements make`)
  }

  private takeFeedEvent(index: number, text: string): void {
    const at = Number(text.split('|')[2])
    if (!text.startsWith('feed|1|') || !(at >= this.feedAt))
      throw new WrongLog(`entry ${index + 1} of the log feeds is not in order: ${text.slice(0, 100)}`)
    this.feedAt = at
    this.lagLimits.takeEntry(at, text)
    if (text === this.awaited) this.awaited = undefined
  }

  save(): void {
    const {
      key,
      lookedAt,
      restores,
      stamped,
      proofsTo,
      proven,
      awaited,
      known,
      knownAt,
      feeds,
      settlements,
      results,
      feedAt,
      lagLimits,
    } = this
    const products = [...this.products].map(([symbol, { log, order }]) => [symbol, log, order])
    const place = known.number > 0 ? known : undefined
    const own = { format: STATE, key, lookedAt, restores, stamped, proofsTo, proven, awaited, known: place, knownAt }
    storeFile(this.file, JSON.stringify({ ...own, products, feeds, settlements, results, feedAt, lagLimits }))
  }
}
