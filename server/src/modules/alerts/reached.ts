import { Counter, Histogram } from 'prom-client'
import type { Database, Tx } from '../../database/database'
import { assert } from '../../shared/assert'
import type { Clock } from '../../shared/clock'
import type { Metrics } from '../../shared/metrics'
import { notifyUsers } from '../../users/userEvents'
import type { MessagesService, NewMessage } from '../messages/service'
import * as reached from './reachedRepository'
import { type AlertRow, lockForProgress } from './repository'
import { toWire } from './wire'

export interface ReachedDeps {
  clock: Clock
  database: Database
  metrics: Metrics
  messages: Pick<MessagesService, 'sendAll'>
}

/** Alerts of one transaction. */
const BATCH = 500
/** Batches of one call: what is left comes with the next one. */
const BATCHES_MAX = 200

function registerMetrics({ registry }: Metrics) {
  return {
    triggered: new Counter({
      name: 'fairtick_price_alerts_triggered_total',
      help: 'Price alerts that this process triggered',
      registers: [registry],
    }),
    lag: new Histogram({
      name: 'fairtick_price_alert_lag_seconds',
      help: 'From the tick that reached the price to the message',
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 60],
      registers: [registry],
    }),
  }
}

/** The facts of the message: the alert and the tick that reached it, so that the user can look it up. */
function messageOf(row: AlertRow): NewMessage {
  const { id, symbol, direction, price, tick } = toWire(row)
  assert(tick !== null, 'an alert that was just triggered has its tick')
  return {
    userId: row.user_id,
    kind: 'price_alert',
    facts: {
      alertId: id,
      symbol,
      direction,
      price,
      tickPrice: tick.price,
      tickSequence: String(tick.sequence),
      tickAt: new Date(tick.at).toISOString(),
    },
    reference: id,
  }
}

/** Marks alerts as triggered and tells their users, in one transaction. Returns the alerts triggered here. */
async function triggerAlerts(
  messages: Pick<MessagesService, 'sendAll'>,
  tx: Tx,
  hits: readonly reached.Hit[],
  nowMs: number,
): Promise<AlertRow[]> {
  const rows = await reached.claimHits(tx, hits, nowMs)
  if (rows.length === 0) return rows
  await messages.sendAll(tx, rows.map(messageOf))
  const users = rows.map((row) => row.user_id)
  await notifyUsers(tx, users, ['alerts'])
  return rows
}

/**
 * Compares active alerts with the ticks that came since the last call, and tells users whose price was reached. All it knows is
 * in the database, and the index by price finds what was reached: a restart or another node continues where it ended.
 */
export function createReachedAlerts({ clock, database, metrics, messages }: ReachedDeps) {
  const { triggered, lag } = registerMetrics(metrics)

  /** Whether alerts may be left that the same ticks reach. */
  async function batch(): Promise<boolean> {
    if ((await reached.spansAhead(database)).length === 0) return false
    return database.withTransaction(async (tx) => {
      await lockForProgress(tx)
      const spans = await reached.spansAhead(tx)
      const hits = await reached.hitsOf(tx, spans, BATCH)
      const rows = await triggerAlerts(messages, tx, hits, clock.now())
      const isFull = hits.length === BATCH
      if (!isFull) await reached.storeProgress(tx, spans)
      triggered.inc(rows.length)
      for (const { tick_at_ms: at, ended_at_ms: end } of rows) {
        if (at !== null && end !== null) lag.observe(Number(end - at) / 1_000)
      }
      return isFull
    })
  }

  return async () => {
    for (let left = BATCHES_MAX; left > 0; left--) if (!(await batch())) return
  }
}
