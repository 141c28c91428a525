import type { Database } from '../../database/database'
import type { Log } from '../../shared/log'
import { DAY_MS, MINUTE_MS } from '../../shared/time'
import { insertCandles, loadLastCloses } from '../backfill'
import { INTERVAL_MS } from '../candles'
import type { ProductRecord } from '../products'
import { fetchHistory, type HistoryCandle, type HistoryInterval } from './history'
import { liveNames } from './names'
import type { FeedSettings, SourceSettings } from './settings'

const HOUR_MS = INTERVAL_MS['1h']
/** Minutes for the figures of the last 24 hours and a bit of chart, then hours, then days. */
const MINUTES_MS = 25 * HOUR_MS
const HOURS_MS = 30 * DAY_MS
const DAYS_MS = 400 * DAY_MS
/** A first start waits at most this long for history; candles that are missing by then stay missing. */
const WITHIN_MS = 30_000
const AT_ONCE = 3

type LiveSettings = Extract<SourceSettings, { historyUrl: string }>
type Job = (interval: HistoryInterval, fromMs: number, toMs: number) => Promise<HistoryCandle[]>

const floorTo = (ms: number, step: number) => Math.floor(ms / step) * step

interface BackfillDeps {
  database: Database
  log: Log
  settings: FeedSettings
}

/**
 * Fills one product from `lastMs`, its newest minute, or as far back as is kept. Whole hours of minutes and whole days
 * of hours, so that no coarser candle is folded from its own part.
 */
async function fill(database: Database, productId: number, job: Job, nowMs: number, lastMs: number | undefined) {
  const toMs = floorTo(nowMs, MINUTE_MS)
  const minutesFromMs = floorTo(toMs - MINUTES_MS, HOUR_MS)
  const hoursFromMs = floorTo(minutesFromMs - HOURS_MS, DAY_MS)
  const add = async (interval: HistoryInterval, fromMs: number, untilMs: number) => {
    if (fromMs >= untilMs) return 0
    const candles = await job(interval, fromMs, untilMs)
    await insertCandles(
      database,
      interval,
      candles.map((candle) => ({ productId, ...candle })),
    )
    return candles.length
  }
  const known = lastMs === undefined ? 0 : lastMs + MINUTE_MS
  let count = 0
  if (lastMs === undefined) count += await add('1d', hoursFromMs - DAYS_MS, hoursFromMs)
  count += await add('1h', Math.max(hoursFromMs, floorTo(known, HOUR_MS)), minutesFromMs)
  count += await add('1m', Math.max(minutesFromMs, known), toMs)
  return { count, foldFromMs: Math.max(minutesFromMs, floorTo(known, HOUR_MS)), hoursFromMs }
}

/**
 * History of the exchange for products that have none, or have a hole since the server was stopped. It fills charts and
 * 24-hour figures; no order is ever decided by a candle. An exchange that does not answer costs the history, not the
 * start.
 */
export async function backfillLive(
  deps: BackfillDeps,
  products: readonly ProductRecord[],
  nowMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { database, log, settings } = deps
  const sources = settings.sources.filter((source): source is LiveSettings => 'historyUrl' in source)
  const names = sources.map((source) => ({ source, names: liveNames(settings, source.kind, products) }))
  const lastCloses = await loadLastCloses(database)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)])
  const queue = [...products]

  async function fillNext(product: ProductRecord) {
    for (const { source, names: own } of names) {
      const name = [...own].find(([, symbol]) => symbol === product.symbol)?.[0]
      if (name === undefined || deadline.aborted) continue
      const job: Job = (interval, fromMs, toMs) =>
        fetchHistory(source, name, { interval, fromMs, toMs, stepMs: INTERVAL_MS[interval] }, deadline)
      try {
        const filled = await fill(database, product.id, job, nowMs, lastCloses.get(product.id)?.openAtMs)
        log.info({ symbol: product.symbol, source: source.kind, candles: filled.count }, 'history was filled in')
        return filled
      } catch (error) {
        log.warn({ err: error, symbol: product.symbol, source: source.kind }, 'history could not be filled in')
      }
    }
    return undefined
  }

  const filled: { foldFromMs: number; hoursFromMs: number }[] = []
  const work = async () => {
    for (let product = queue.shift(); product; product = queue.shift()) {
      const done = await fillNext(product)
      if (done) filled.push(done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (filled.length === 0) return
  await database.query('select fold_minutes($1)', [Math.min(...filled.map((each) => each.foldFromMs))])
  await database.query(`select fold_interval('1h', '1d', ${DAY_MS}, $1)`, [
    Math.min(...filled.map((each) => each.hoursFromMs)),
  ])
}
