import { Gauge } from 'prom-client'
import type { Queryable } from '../../database/database'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import type { Metrics } from '../../shared/metrics'
import * as repository from './repository'

/**
 * Makes sure that no order waits unnoticed. Orders that could not be booked are logged and retried; metrics show their
 * number, and how long the oldest other order has waited for its result.
 */
export function createStuckWatch(deps: { database: Queryable; clock: Clock; log: Log; metrics: Metrics }) {
  const { database, clock, log, metrics } = deps
  const setAside = new Gauge({
    name: 'fairtick_orders_set_aside',
    help: 'Orders that are due and could not be booked; each is tried again',
    registers: [metrics.registry],
  })
  const overdue = new Gauge({
    name: 'fairtick_settlement_overdue_seconds',
    help: 'How long the oldest order waits for its result since its end, or for its entry since the time for it was over',
    registers: [metrics.registry],
  })
  let known = new Set<bigint>()

  return {
    async check(): Promise<void> {
      const now = clock.now()
      const orders = await repository.retrySetAside(database, now)
      setAside.set(orders.length)
      for (const { number, reason, tries } of orders.filter((order) => !known.has(order.number))) {
        log.error({ order: String(number), reason, tries }, 'an order could not be booked and was set aside')
      }
      known = new Set(orders.map(({ number }) => number))
      const oldest = await repository.oldestOverdue(database, now)
      overdue.set(oldest === undefined ? 0 : Math.max(0, now - oldest) / 1000)
    },
  }
}
