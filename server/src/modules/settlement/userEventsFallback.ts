import { Counter } from 'prom-client'
import type { Order } from '../../../../contract/orders'
import type { Audience } from '../../cluster/audience'
import type { NodeLink } from '../../cluster/nodeLink'
import type { Database } from '../../database/database'
import type { Bus } from '../../shared/bus'
import { systemClock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { createLoop } from '../../shared/loop'
import type { Metrics } from '../../shared/metrics'
import type { ShownOrder } from '../orders/service'
import * as repository from './repository'

export interface UserEventsFallbackDeps {
  database: Database
  bus: Bus
  link: Pick<NodeLink, 'state'>
  log: Log
  metrics: Metrics
  audience: Audience
  orders: { toWire(row: ShownOrder): Order }
}

/** How often orders are read while the bus is lost, and how often the position alone is read while it works. */
const READ_EVERY_MS = 500
const PLACE_EVERY_MS = 5_000
const READ_MAX = 2_000

/**
 * While the bus is lost, users with sockets here are still notified of orders that other nodes opened and closed: from
 * the orders themselves and from the log of settlements. This includes what the bus may have lost before the loss was
 * noticed.
 */
export function createUserEventsFallback(deps: UserEventsFallbackDeps) {
  const { database, bus, link, log, audience } = deps
  const repairs = new Counter({
    name: 'fairtick_order_events_repaired_total',
    help: 'Order events that this node read from the database because the bus was lost',
    registers: [deps.metrics.registry],
  })
  /**
   * Everything before these positions has been delivered, by the bus or from here; the older one is well before any
   * loss.
   */
  let older: repository.EventCursor | undefined
  let newer: repository.EventCursor | undefined
  let placedAtMs = Number.NEGATIVE_INFINITY
  /** Openings that were delivered in this outage. */
  let opened: Set<bigint> | undefined

  async function deliverSince(known: Set<bigint>) {
    older ??= newer ?? (await repository.eventCursor(database))
    const { rows, next } = await repository.readOrderEvents(database, audience.users(), older, READ_MAX)
    older = next
    const events = rows.filter((row) => row.closed_at_ms !== null || !known.has(row.number))
    for (const row of events) known.add(row.number)
    repairs.inc(events.length)
    for (const [userId, own] of Map.groupBy(events, (row) => row.user_id)) {
      bus.deliver({ type: 'orders', userId, orders: own.map(deps.orders.toWire) })
      bus.deliver({ type: 'balances', userId })
      if (own.some((row) => row.closed_at_ms !== null)) bus.deliver({ type: 'changed', userId, topics: ['messages'] })
    }
  }

  async function turn() {
    if (link.state() === 'lost') {
      opened ??= new Set()
      return deliverSince(opened)
    }
    // The last moments of an outage.
    if (opened) await deliverSince(opened)
    if (!opened && performance.now() - placedAtMs < PLACE_EVERY_MS) return
    opened = undefined
    placedAtMs = performance.now()
    older = newer
    newer = await repository.eventCursor(database)
  }

  const reading = createLoop({
    clock: systemClock,
    everyMs: READ_EVERY_MS,
    turn,
    failed: (error) => log.warn({ err: error }, 'order events could not be read'),
  })

  return {
    start() {
      if (link.state() !== 'off') reading.start()
    },
    /** Some events were lost: delivers from the database what may have been among them. */
    repair() {
      opened ??= new Set()
    },
    stop: reading.stop,
  }
}
