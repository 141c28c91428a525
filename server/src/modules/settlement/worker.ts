import { Counter, Histogram } from 'prom-client'
import type { Order } from '../../../../contract/orders'
import type { Database } from '../../database/database'
import type { Bus } from '../../shared/bus'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { createLoop } from '../../shared/loop'
import type { Metrics } from '../../shared/metrics'
import { storedName, VOID_REASON } from '../../shared/stored'
import type { HeadMaker } from '../../signedLogs/headMaker'
import type { ShownOrder } from '../orders/service'
import * as repository from './repository'
import { createStuckWatch } from './stuckWatch'
import { registerTradeMetrics } from './tradeMetrics'

export interface SettleDeps {
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  metrics: Metrics
  orders: { toWire(row: ShownOrder): Order }
  /** An order is settled under a signed head that covers the ticks which decide it (docs/PROOF.md). */
  heads: Pick<HeadMaker, 'seal'>
}

/** How many orders one pass moved on. */
export interface SettlePass {
  entered: number
  closed: number
}

/** New ticks wake it before, ten times a second. */
const PASS_EVERY_MS = 200
/** A larger one moves each account less often, and holds it for longer: 5,000 take some 0.4 s. */
export const BATCH_MAX = 5_000
/** Settling makes a new head at most this often. */
const HEAD_EVERY_MS = 250
/** So do orders that wait for their entry: one head takes up all that arrived in the meantime. */
const ACCEPTED_EVERY_MS = 500
const RETRY_MAX_MS = 2_000
const STUCK_EVERY_MS = 1_000
/** A result that comes later than this is counted as late; that it is late changes nothing of it. */
const LATE_AFTER_MS = 60_000n
/** A log that has not moved for this long while orders wait: its feed is gone, and waiting longer helps nobody. */
const SILENT_AFTER_MS = 3_000
/** So long before the end of an order its log is watched: one that is silent by then is closed when the order ends. */
const WATCHED_AHEAD_MS = SILENT_AFTER_MS + 2_000

/** Groups by user, so that each is notified of all its orders, of its balance and of its new messages once. */
function publish(deps: SettleDeps, rows: readonly ShownOrder[], closed: boolean) {
  for (const [userId, own] of Map.groupBy(rows, (row) => row.user_id)) {
    deps.bus.publish({ type: 'orders', userId, orders: own.map(deps.orders.toWire) })
    if (!closed) continue
    deps.bus.publish({ type: 'balances', userId })
    deps.bus.publish({ type: 'changed', userId, topics: ['messages'] })
  }
}

/** Repeats `batch` until one is not full. */
async function drain(batch: () => Promise<ShownOrder[]>, done: (rows: ShownOrder[]) => void) {
  let total = 0
  for (;;) {
    const rows = await batch()
    done(rows)
    total += rows.length
    if (rows.length < BATCH_MAX) return total
  }
}

/**
 * Tracks how long the logs have not moved, as observed by this process: after a database outage the feed can write its
 * waiting ticks before orders count as timed out.
 */
function createSilenceWatch(deps: SettleDeps) {
  let throughMs: number | undefined
  let sinceMs = 0
  return {
    reset() {
      throughMs = undefined
    },
    async check() {
      const now = deps.clock.now()
      const oldest = await repository.oldestWatermark(deps.database, now + WATCHED_AHEAD_MS)
      if (oldest === undefined || oldest !== throughMs) {
        throughMs = oldest
        sinceMs = now
        return
      }
      if (now - sinceMs < SILENT_AFTER_MS) return
      deps.log.warn({ throughMs }, 'the price log does not advance; orders are decided by what it holds')
      await repository.advanceWatermarks(deps.database, {
        throughMs: now - SILENT_AFTER_MS,
        agoMs: SILENT_AFTER_MS,
        aheadMs: deps.clock.aheadMs ?? 0,
      })
      throughMs = undefined
    },
  }
}

function registerMetrics({ registry }: Metrics) {
  const closed = new Counter({
    name: 'fairtick_orders_closed_total',
    help: 'Orders closed',
    registers: [registry],
  })
  const lag = new Histogram({
    name: 'fairtick_settlement_lag_seconds',
    help: 'From expiry to the booked result',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 60, 600, 3600],
    registers: [registry],
  })
  const late = new Counter({
    name: 'fairtick_orders_settled_late_total',
    help: 'Orders settled more than a minute after their end; their results are what they would have been in time',
    registers: [registry],
  })
  const voids = new Counter({
    name: 'fairtick_orders_void_total',
    help: 'Orders that ended void, by the number of their product and by reason',
    labelNames: ['product', 'reason'],
    registers: [registry],
  })
  const trade = registerTradeMetrics(registry)
  const known = new Set<number>()
  return {
    /** Before the first void of a product there is a 0: an increase is seen from there. */
    entered(rows: readonly ShownOrder[]) {
      for (const product of rows.map(({ product_id }) => product_id).filter((id) => !known.has(id))) {
        known.add(product)
        for (const reason of Object.keys(VOID_REASON)) voids.inc({ product, reason }, 0)
      }
      trade.entered(rows)
    },
    closed(rows: readonly ShownOrder[]) {
      closed.inc(rows.length)
      trade.closed(rows)
      for (const { product_id: product, void_reason: reason } of rows) {
        if (reason !== null) voids.inc({ product, reason: storedName(VOID_REASON, reason) })
      }
      for (const { expires_at_ms: expiresAt, closed_at_ms: closedAt } of rows) {
        if (expiresAt === null || closedAt === null) continue
        lag.observe(Number(closedAt - expiresAt) / 1000)
        if (closedAt - expiresAt > LATE_AFTER_MS) late.inc()
      }
    },
  }
}

/** One head per pass would be too many under load: what the last head does not cover waits a moment for the next. */
function createHeadSource({ clock, heads }: SettleDeps) {
  let head: number | undefined
  let sealedAtMs = 0
  return async (maxAgeMs: number): Promise<number> => {
    if (head === undefined || clock.now() - sealedAtMs >= maxAgeMs) {
      head = (await heads.seal(maxAgeMs)).number
      sealedAtMs = clock.now()
    }
    return head
  }
}

/** One pass over everything that is due; with `maxHeadAgeMs` 0 it uses the youngest possible heads. */
function createPass(deps: SettleDeps) {
  const { database, clock } = deps
  const count = registerMetrics(deps.metrics)
  const headFor = createHeadSource(deps)
  const enter = () =>
    drain(
      () => repository.enterOrders(database, BATCH_MAX, clock.now()),
      (rows) => {
        publish(deps, rows, false)
        count.entered(rows)
      },
    )
  return async (maxHeadAgeMs: number): Promise<SettlePass> => {
    const due = await repository.readPassDue(database)
    // An order enters once a head holds its acceptance. When the head comes does not decide which tick is the entry.
    if (due.acceptances) await headFor(maxHeadAgeMs && ACCEPTED_EVERY_MS)
    const entered = due.entries ? await enter() : 0
    // Orders that have just entered may have ended as well, if nobody has settled for a while.
    const settles = due.settlements || (entered > 0 && (await repository.readPassDue(database)).settlements)
    if (!settles) return { entered, closed: 0 }
    const head = await headFor(maxHeadAgeMs)
    const closed = await drain(
      () => repository.settleOrders(database, BATCH_MAX, clock.now(), head),
      (rows) => {
        publish(deps, rows, true)
        count.closed(rows)
      },
    )
    return { entered, closed }
  }
}

/** Moves orders on: pending to open at their entry tick, open to their result once the log has passed their expiry. */
export function createSettleWorker(deps: SettleDeps) {
  const { clock, log, bus } = deps
  const silence = createSilenceWatch(deps)
  const stuck = createStuckWatch(deps)
  const runPass = createPass(deps)
  let silenceCheckedAt = 0
  const passes = createLoop({
    clock,
    everyMs: PASS_EVERY_MS,
    restFirst: true,
    retry: { minMs: 2 * PASS_EVERY_MS, maxMs: RETRY_MAX_MS },
    async turn() {
      await runPass(HEAD_EVERY_MS)
      if (clock.now() - silenceCheckedAt < 1_000) return
      silenceCheckedAt = clock.now()
      await silence.check()
    },
    failed(error) {
      silence.reset()
      log.warn({ err: error }, 'settlement could not go on and is tried again')
    },
  })

  // Apart from the passes: if none succeeds, this is what tells.
  const watch = createLoop({
    clock,
    everyMs: STUCK_EVERY_MS,
    restFirst: true,
    turn: stuck.check,
    failed: (error) => log.warn({ err: error }, 'nobody could see whether orders wait for their result'),
  })

  const endSubscription = bus.subscribe('ticks', passes.wake)
  return {
    start() {
      passes.start()
      watch.start()
    },
    /** Resolves when the current batch is done. */
    async stop() {
      endSubscription()
      await Promise.all([passes.stop(), watch.stop()])
    },
    /** One pass over everything that is due now; for tests and for catching up before the server listens. */
    runOnce: (): Promise<SettlePass> => runPass(0),
    /** Its check once a second that nothing is stuck unnoticed. */
    checkStuck: stuck.check,
  }
}
