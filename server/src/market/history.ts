import type { Database } from '../database/database'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { DAY_MS, MINUTE_MS } from '../shared/time'
import { backfillSimulated, loadLastCloses, type SimulatedPast } from './backfill'
import { foldTicks, loadMinutes } from './candles'
import { backfillLive } from './feeds/backfillLive'
import { type FeedSettings, isMadeUp } from './feeds/settings'
import type { QuoteBoard } from './quoteBoard'
import type { ProductRegistry } from './registry'
import { loadLastTicks } from './tickLog'

/** Makes the simulated past, which is over, the same on every machine. */
const SIMULATION_SEED = 'fairtick'

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

/** Past prices: candles in the database, and what the newest quotes need of them in memory. */
export type MarketHistory = ReturnType<typeof createMarketHistory>

export function createMarketHistory(deps: {
  database: Database
  clock: Clock
  log: Log
  settings: FeedSettings
  registry: ProductRegistry
  board: QuoteBoard
  leads(): boolean
  past?: SimulatedPast
}) {
  const { database, clock, registry, board, settings } = deps
  let foldFromMs = 0

  /** Made-up prices have a made-up past, exchanges give theirs, and a recording has none before its first price. */
  async function backfill(nowMs: number, signal: AbortSignal) {
    if (isMadeUp(settings)) {
      await backfillSimulated(database, registry.products(), nowMs, SIMULATION_SEED, deps.past)
    } else await backfillLive(deps, registry.products(), nowMs, signal)
  }

  return {
    /** Candles and memory as they would be had the process never stopped. */
    async load(signal: AbortSignal) {
      const now = clock.now()
      const lastCloses = await loadLastCloses(database)
      const lastCandleAt = Math.max(0, ...[...lastCloses.values()].map((candle) => candle.openAtMs))
      await foldTicks(database, lastCandleAt === 0 ? now - DAY_MS : lastCandleAt - MINUTE_MS)
      await backfill(now, signal)
      const minutes = await loadMinutes(database, now - DAY_MS - MINUTE_MS)
      board.setProducts(registry.products(), minutes, await loadLastPrices(database))
      foldFromMs = now - MINUTE_MS
    },
    /** Ticks from this instant on are folded into candles again at the next `fold`. */
    reopen(fromMs: number) {
      foldFromMs = Math.min(foldFromMs, fromMs)
    },
    /** Folds what came since the last call; only the node that writes prices does. */
    async fold() {
      const fromMs = foldFromMs
      foldFromMs = clock.now() - MINUTE_MS
      if (!deps.leads()) return
      await foldTicks(database, fromMs).catch((error) => {
        foldFromMs = Math.min(foldFromMs, fromMs)
        throw error
      })
    },
  }
}
