import type { Quote } from '../../../contract/market'
import type { ClockWatch } from '../cluster/clockWatch'
import { oneAtATime } from '../cluster/oneAtATime'
import type { Database } from '../database/database'
import type { Bus, BusTick } from '../shared/bus'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop, type Loop } from '../shared/loop'
import type { Metrics } from '../shared/metrics'
import type { Settings } from '../shared/settings'
import { DAY_MS, MINUTE_MS } from '../shared/time'
import type { SimulatedPast } from './backfill'
import type { TradingState } from './calendar'
import { pruneCandles } from './candles'
import type { Feed, SourceState } from './feed'
import { registerFeedState } from './feeds/metrics'
import { prepareAdded, prepareProducts } from './feeds/prepare'
import type { FeedSettings } from './feeds/settings'
import { createMarketHistory } from './history'
import { createLeader, type Leader, type LeadershipOptions } from './leader'
import type { ProductRecord } from './products'
import { applyDueChanges } from './productVersions'
import { createQuoteBoard, type QuoteBoard } from './quoteBoard'
import { createProductRegistry, type ProductRegistry, tradingStateOf } from './registry'
import { pruneUpdates } from './signed/updateLog'
import { createTickFollower, type TickFollower } from './tickFollower'
import { loadHeads } from './tickLog'

export interface MarketDeps {
  config: Pick<Settings, 'currency' | 'feed'> & { feeds: FeedSettings }
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  metrics: Metrics
  leadership?: LeadershipOptions
  clockWatch?: ClockWatch
  /** Only development has one (server/src/dev). */
  wrapFeed?: (feed: Feed) => Feed
  /** Of made-up prices, for tests that need no full charts. */
  past?: SimulatedPast
}

const ONLY_NODE: LeadershipOptions = { mayLead: true, holder: 'only node', alone: true }

/** The market's read side for everyone else, and its start and stop. */
export interface Market {
  /** Seeds and loads products, fills history, then writes prices or follows the node that does. */
  start(): Promise<void>
  stop(): Promise<void>
  products(): readonly ProductRecord[]
  productBySymbol(symbol: string): ProductRecord | undefined
  tradingState(product: ProductRecord, atMs: number): TradingState
  /** Whether the newest tick is young enough to take orders on (PRODUCT.md 10.10). */
  isFresh(product: ProductRecord, atMs: number): boolean
  quote(symbol: string): Quote | undefined
  /** Name of the price source. */
  source: string
  /** Reads products again: an operator may have changed them in another process. */
  refreshProducts(): Promise<void>
  /** Ticks that another node wrote. */
  receiveTicks(ticks: readonly BusTick[]): void
  /** Whether this node writes the prices. */
  leads(): boolean
  /** How each price source is doing, on the node that writes the prices; empty elsewhere. */
  feedStates(): readonly SourceState[]
  /** For tests: writes waiting ticks and moves the watermark. */
  flush(): Promise<void>
}

const REFRESH_EVERY_MS = 2_000
const FOLD_EVERY_MS = 2_000
const PRUNE_EVERY_MS = DAY_MS / 24
/** How far ahead of the clock a tick may be; more means that the clock was put back, and no order may be taken. */
const AHEAD_MAX_MS = 1_000

/** Runs `turn` again and again, `everyMs` after it ended; a failure is logged and tried again. */
function startJob({ clock, log }: MarketDeps, everyMs: number, name: string, turn: () => Promise<void>): Loop {
  const failed = (error: unknown) => log.warn({ err: error, job: name }, 'a market job failed and is tried again')
  const job = createLoop({ clock, everyMs, restFirst: true, turn, failed })
  job.start()
  return job
}

interface Parts {
  registry: ProductRegistry
  board: QuoteBoard
  follower: TickFollower
  leader: Leader
}

/** Reads products again and takes up those added while this node runs: prices, log and screens then have them. */
function createRefresh({ database, config }: MarketDeps, { registry, board, follower, leader }: Parts) {
  let known: Set<number> | undefined
  return async () => {
    known ??= new Set(registry.products().map(({ id }) => id))
    await registry.refresh()
    const added = registry.products().filter(({ id }) => !known?.has(id))
    if (added.length === 0) return
    await prepareAdded(database, config.feeds, added)
    await registry.refresh()
    await loadHeads(database)
    board.setProducts(registry.products(), [], [])
    for (const { id, symbol } of added) {
      follower.follow({ id, symbol, sequence: 0 })
      known.add(id)
    }
    await leader.rebuild()
  }
}

/** Puts registry, quotes, history, follower and leader together. Nothing runs before `start`. */
export function createMarket(deps: MarketDeps): Market {
  const { config, clock, database, bus, leadership = ONLY_NODE } = deps
  const settings = config.feeds
  const abort = new AbortController()
  let jobs: Loop[] = []
  const leads = () => leader.leads()
  const registry = createProductRegistry(deps)
  const board = createQuoteBoard()
  const history = createMarketHistory({ ...deps, settings, registry, board, leads })
  const follower = createTickFollower({ ...deps, isLeader: leads })
  const leader = createLeader({ ...deps, settings, registry, history, follower, leadership })
  registerFeedState(deps.metrics.registry, clock, leader.feedStates)

  bus.subscribe('ticks', ({ ticks }) => {
    board.apply(ticks)
    // Ticks that waited for the database belong to minutes that were folded without them.
    for (const tick of ticks) history.reopen(tick.atMs)
  })

  async function startFollower() {
    const heads = new Map((await loadHeads(database)).map((head) => [head.productId, head]))
    const products = registry.products()
    for (const { id, symbol } of products) board.noteLastTick(symbol, heads.get(id)?.atMs ?? 0)
    follower.start(products.map(({ id, symbol }) => ({ id, symbol, sequence: heads.get(id)?.sequence ?? 0 })))
  }

  return {
    source: config.feed,
    async start() {
      await oneAtATime(database.url, async () => {
        await applyDueChanges(database, config.currency.scale, clock.now())
        await prepareProducts(database, settings, config.currency.scale)
        await registry.refresh()
        await history.load(abort.signal)
      })
      await startFollower()
      await deps.clockWatch?.start()
      await leader.start()
      jobs = [
        startJob(deps, REFRESH_EVERY_MS, 'products', createRefresh(deps, { registry, board, follower, leader })),
        startJob(deps, FOLD_EVERY_MS, 'candles', history.fold),
        startJob(deps, PRUNE_EVERY_MS, 'prune', () => pruneCandles(database, clock.now())),
        startJob(deps, MINUTE_MS, 'prune updates', () => pruneUpdates(database, clock.now())),
      ]
    },
    async stop() {
      abort.abort()
      await Promise.all(jobs.map((job) => job.stop()))
      await leader.stop()
      await deps.clockWatch?.stop()
      await follower.stop()
    },
    products: registry.products,
    productBySymbol: registry.bySymbol,
    tradingState: tradingStateOf,
    isFresh(product, atMs) {
      const lastAt = board.lastTickAt(product.symbol)
      if (lastAt === undefined) return false
      return lastAt - atMs <= AHEAD_MAX_MS && atMs - lastAt <= product.staleAfterMs
    },
    quote: (symbol) => board.quote(symbol, clock.now()),
    refreshProducts: registry.refresh,
    receiveTicks: follower.receive,
    leads,
    feedStates: leader.feedStates,
    flush: leader.flush,
  }
}
