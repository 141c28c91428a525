import { Counter, Histogram } from 'prom-client'
import type { Database } from '../../database/database'
import type { Clock } from '../../shared/clock'
import type { Metrics } from '../../shared/metrics'
import type { MessagesService } from '../messages/service'
import * as reached from './reachedRepository'
import { lockForProgress } from './repository'
import { triggerAlerts } from './trigger'

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
