import type { Quote } from '../../../contract/market'
import { createLease, type Fence } from '../cluster/lease'
import { oneAtATime } from '../cluster/oneAtATime'
import type { Database } from '../database/database'
import type { Bus, BusTick } from '../shared/bus'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import type { Metrics } from '../shared/metrics'
import type { Settings } from '../shared/settings'
import { backfillSimulated, loadLastCloses } from './backfill'
import { type Calendar, calendarState, type TradingState } from './calendar'
import { DAY_MS, foldTicks, loadMinutes, MINUTE_MS, pruneCandles } from './candles'
import type { Feed, SourceState } from './feed'
import { backfillLive } from './feeds/backfillLive'
import { createFeed } from './feeds/createFeed'
import { registerFeedState } from './feeds/metrics'
import { prepareProducts } from './feeds/prepare'
import type { FeedSettings } from './feeds/settings'
import { createIntake, type Intake } from './intake'
import { loadProducts, type ProductRecord } from './products'
import { createQuoteBoard } from './quoteBoard'
import { createTickFollower } from './tickFollower'
import { loadHeads, loadLastTicks } from './tickLog'

export interface MarketDeps {
  config: Pick<Settings, 'currency' | 'feed'> & { feeds: FeedSettings }
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  metrics: Metrics
  leadership?: LeadershipOptions
  /** Only development has one (server/src/dev). */
  wrapFeed?: (feed: Feed) => Feed
}

/** A node's place among those on one database. */
export interface LeadershipOptions {
  /** Whether it may be the one that writes prices. */
  mayLead: boolean
  holder: string
  /** No other node can be on this database. */
  alone: boolean
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
  /** How each price source does, on the node that writes the prices; empty elsewhere. */
  feedStates(): readonly SourceState[]
  /** For tests: writes waiting ticks and moves the watermark. */
  flush(): Promise<void>
}

const REFRESH_EVERY_MS = 2_000
const FOLD_EVERY_MS = 2_000
const PRUNE_EVERY_MS = DAY_MS / 24
const SEED = 'fairtick'

/** Runs `work` again and again, `everyMs` after it ended; a failure is logged and tried again. */
function repeat(deps: MarketDeps, signal: AbortSignal, everyMs: number, name: string, work: () => Promise<void>) {
  return (async () => {
    while (!signal.aborted) {
      await deps.clock.sleep(everyMs, signal)
      if (signal.aborted) return
      await work().catch((error) => deps.log.warn({ err: error, job: name }, 'a market job failed and is tried again'))
    }
  })()
}

/** How far ahead of the clock a tick may be; more means that the clock was put back, and no order may be taken. */
const AHEAD_MAX_MS = 1_000

/** What each calendar said last, and for how long that holds: placing an order asks every time. */
const states = new WeakMap<Calendar, { fromMs: number; untilMs: number; state: TradingState }>()

function calendarStateOf(calendar: Calendar, atMs: number): TradingState {
  const known = states.get(calendar)
  if (known && known.fromMs <= atMs && atMs < known.untilMs) return known.state
  const state = calendarState(calendar, atMs)
  const untilMs = state.closesAtMs ?? state.opensAtMs ?? atMs + DAY_MS
  states.set(calendar, { fromMs: atMs, untilMs, state })
  return state
}

function stateOf(product: ProductRecord, atMs: number): TradingState {
  const state = calendarStateOf(product.calendar, atMs)
  return product.maintenance ? { ...state, status: 'maintenance' } : state
}

/**
 * The newest price of each product, however old: a market may have been closed for days. Minutes made up for a time
 * without ticks carry the price on; the number stays that of the log.
 */
async function loadLastPrices(database: Database) {
  const ticks = new Map((await loadLastTicks(database)).map((tick) => [tick.productId, tick]))
  for (const [productId, { openAtMs, close }] of await loadLastCloses(database)) {
    const tick = ticks.get(productId)
    if (tick && tick.atMs >= openAtMs) continue
    ticks.set(productId, { productId, sequence: tick?.sequence ?? 0, atMs: openAtMs, price: close, size: '0' })
  }
  return [...ticks.values()]
}

/** Says on the bus which products opened, closed or changed since the last look. */
function createStatusWatch(deps: MarketDeps) {
  const known = new Map<string, TradingState['status']>()
  return (products: readonly ProductRecord[]) => {
    for (const product of products) {
      const { status } = stateOf(product, deps.clock.now())
      const before = known.get(product.symbol)
      known.set(product.symbol, status)
      if (before !== undefined && before !== status) deps.bus.deliver({ type: 'product', symbol: product.symbol })
    }
  }
}

export function createMarket(deps: MarketDeps): Market {
  const { clock, database, bus, leadership = ONLY_NODE } = deps
  const board = createQuoteBoard()
  const abort = new AbortController()
  const watchStatus = createStatusWatch(deps)
  let products: ProductRecord[] = []
  let bySymbol = new Map<string, ProductRecord>()
  let feed: Feed | undefined
  let intake: Intake | undefined
  let jobs: Promise<void>[] = []
  let foldFromMs = 0
  bus.subscribe('ticks', ({ ticks }) => {
    board.apply(ticks)
    // Ticks that waited for the database belong to minutes that were folded without them.
    for (const tick of ticks) foldFromMs = Math.min(foldFromMs, tick.atMs)
  })

  async function refreshProducts() {
    products = await loadProducts(database)
    bySymbol = new Map(products.map((product) => [product.symbol, product]))
    watchStatus(products)
  }

  async function foldRecent() {
    const fromMs = foldFromMs
    foldFromMs = clock.now() - MINUTE_MS
    if (!leads()) return
    await foldTicks(database, fromMs).catch((error) => {
      foldFromMs = Math.min(foldFromMs, fromMs)
      throw error
    })
  }

  /** Made-up prices have a made-up past, exchanges tell theirs, and a recording has none before its first price. */
  async function fillHistory(nowMs: number) {
    const settings = deps.config.feeds
    if (settings.sources.some((source) => source.kind === 'simulated')) {
      await backfillSimulated(database, products, nowMs, SEED)
    } else await backfillLive({ ...deps, settings }, products, nowMs, abort.signal)
  }

  /** Candles and memory as they would be had the process never stopped. */
  async function loadHistory() {
    const now = clock.now()
    const lastCloses = await loadLastCloses(database)
    const lastCandleAt = Math.max(0, ...[...lastCloses.values()].map((candle) => candle.openAtMs))
    await foldTicks(database, lastCandleAt === 0 ? now - DAY_MS : lastCandleAt - MINUTE_MS)
    await fillHistory(now)
    const minutes = await loadMinutes(database, now - DAY_MS - MINUTE_MS)
    board.setProducts(products, minutes, await loadLastPrices(database))
    foldFromMs = now - MINUTE_MS
  }

  async function startFeed(fence: Fence) {
    // From here on nobody else writes: what the leader before wrote last, and may not have told, is complete.
    await follower.catchUp()
    const heads = new Map((await loadHeads(database)).map((head) => [head.productId, head]))
    const lastCloses = await loadLastCloses(database)
    // Minutes that the leader before did not get to.
    const lastCandleAt = Math.max(0, ...[...lastCloses.values()].map((candle) => candle.openAtMs))
    if (lastCandleAt > 0) foldFromMs = Math.min(foldFromMs, lastCandleAt - MINUTE_MS)
    const feedProducts = products.map(({ id, symbol, code, category, decimals, calendar }) => ({
      symbol,
      code,
      category,
      decimals,
      calendar,
      lastPrice: lastCloses.get(id)?.close ?? '100',
    }))
    const source = await createFeed({ ...deps, settings: deps.config.feeds }, feedProducts, `${SEED}:${clock.now()}`)
    feed = deps.wrapFeed?.(source) ?? source
    intake = createIntake({
      ...deps,
      source: feed.name,
      products: products.map(({ id, symbol }) => {
        const { atMs = 0, throughMs = 0 } = heads.get(id) ?? {}
        return { id, symbol, atMs, throughMs }
      }),
      fence,
    })
    intake.start()
    feed.start(intake.accept)
  }

  const feedStates = () => feed?.states() ?? []
  registerFeedState(deps.metrics.registry, clock, feedStates)

  async function stopFeed() {
    const [lastFeed, lastIntake] = [feed, intake]
    feed = undefined
    intake = undefined
    await lastFeed?.stop()
    await lastIntake?.stop()
  }

  async function startFollower() {
    const heads = new Map((await loadHeads(database)).map((head) => [head.productId, head]))
    for (const { id, symbol } of products) board.noteLastTick(symbol, heads.get(id)?.atMs ?? 0)
    follower.start(products.map(({ id, symbol }) => ({ id, symbol, sequence: heads.get(id)?.sequence ?? 0 })))
  }

  const lease = createLease(deps, {
    name: 'feed',
    holder: leadership.holder,
    force: leadership.alone,
    gained: startFeed,
    lost: stopFeed,
  })
  const leads = () => lease.fence() !== undefined
  const follower = createTickFollower({ ...deps, isLeader: leads })

  return {
    source: deps.config.feed,
    async start() {
      await oneAtATime(database.url, async () => {
        await prepareProducts(database, deps.config.feeds, deps.config.currency.scale)
        await refreshProducts()
        await loadHistory()
      })
      await startFollower()
      if (leadership.mayLead) await lease.start()
      jobs = [
        repeat(deps, abort.signal, REFRESH_EVERY_MS, 'products', refreshProducts),
        repeat(deps, abort.signal, FOLD_EVERY_MS, 'candles', foldRecent),
        repeat(deps, abort.signal, PRUNE_EVERY_MS, 'prune', () => pruneCandles(database, clock.now())),
      ]
    },
    async stop() {
      abort.abort()
      await Promise.all(jobs)
      await lease.stop()
      await follower.stop()
    },
    products: () => products,
    productBySymbol: (symbol) => bySymbol.get(symbol),
    tradingState: stateOf,
    isFresh(product, atMs) {
      const lastAt = board.lastTickAt(product.symbol)
      if (lastAt === undefined) return false
      return lastAt - atMs <= AHEAD_MAX_MS && atMs - lastAt <= product.staleAfterMs
    },
    quote: (symbol) => board.quote(symbol, clock.now()),
    refreshProducts,
    receiveTicks: follower.receive,
    leads,
    feedStates,
    flush: async () => intake?.flush(),
  }
}
