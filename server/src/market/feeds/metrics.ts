import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../shared/clock'
import type { SourceState } from '../feed'
import type { FeedDrop } from './feedMessage'

/** The outcomes of an incoming price. Each ends as one of these; held ones have not ended yet. */
export type Outcome = FeedDrop | 'accepted'

/** A feed may be made again in the same process; its counters continue. */
export function counterOf<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: L[],
): Counter<L> {
  const known = registry.getSingleMetric(name)
  return known instanceof Counter ? known : new Counter({ name, help, labelNames, registers: [registry] })
}

export type FeedTally = ReturnType<typeof createTally>

export function createTally(registry: Registry) {
  const prices = counterOf(
    registry,
    'fairtick_feed_prices_total',
    'Prices and other rows that sources sent, by what became of them',
    ['source', 'outcome'],
  )
  const held = counterOf(
    registry,
    'fairtick_feed_held_total',
    'Ticks that were held back after a price spike until they were confirmed or dropped',
    ['source'],
  )
  const reconnects = counterOf(
    registry,
    'fairtick_feed_reconnects_total',
    'Connections to a source that ended, by cause',
    ['source', 'cause'],
  )
  return {
    count: (source: string, outcome: Outcome) => prices.inc({ source, outcome }),
    held: (source: string, count: number) => held.inc({ source }, count),
    reconnected: (source: string, cause: string) => reconnects.inc({ source, cause }),
  }
}

/** Gauges of the state of each source; `states` is asked when someone looks. */
export function registerFeedState(registry: Registry, clock: Clock, states: () => readonly SourceState[]) {
  new Gauge({
    name: 'fairtick_feed_up',
    help: '1 while a source is connected and gives prices',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { source, status } of states()) this.set({ source }, status === 'connected' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'fairtick_feed_last_tick_age_seconds',
    help: 'Age of the newest tick of a source',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { source, lastTickAtMs } of states()) {
        if (lastTickAtMs !== undefined) this.set({ source }, (clock.now() - lastTickAtMs) / 1_000)
      }
    },
  })
  new Gauge({
    name: 'fairtick_feed_missing',
    help: 'Products of which a source gives no prices although it gives others, and why',
    labelNames: ['source', 'product', 'why'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { source, missing } of states())
        for (const { symbol: product, why } of missing) this.set({ source, product, why }, 1)
    },
  })
}
