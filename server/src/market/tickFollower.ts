import { Counter, Gauge } from 'prom-client'
import type { Database } from '../database/database'
import type { Bus, BusTick } from '../shared/bus'
import { systemClock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop } from '../shared/loop'
import type { Metrics } from '../shared/metrics'
import { readTicksAfter } from './tickLog'

export interface FollowedProduct {
  id: number
  symbol: string
  /** Sequence of the newest tick that this node knows. */
  sequence: number
}

/** How often the log is read while the bus says nothing. */
const READ_EVERY_MS = 300
/**
 * The leader says something ten times a second, also when no price moved; longer silence means that the bus is lost.
 */
const SILENT_AFTER_MS = 1_000
const READ_MAX = 500

export interface TickFollowerDeps {
  database: Database
  bus: Bus
  log: Log
  metrics: Metrics
  /** A leader publishes its own ticks. */
  isLeader(): boolean
}

function registerMetrics({ metrics, isLeader }: TickFollowerDeps) {
  new Gauge({
    name: 'fairtick_leads_feed',
    help: '1 on the node that writes the prices, 0 on those that follow it',
    registers: [metrics.registry],
    collect() {
      this.set(isLeader() ? 1 : 0)
    },
  })
  return new Counter({
    name: 'fairtick_ticks_repaired_total',
    help: 'Ticks that this node read from the log because the bus did not bring them, by cause',
    labelNames: ['cause'],
    registers: [metrics.registry],
  })
}

/** How far this node knows the log of each product. */
function createLogPosition() {
  const symbols = new Map<number, string>()
  const sequences = new Map<number, number>()
  return {
    follow({ id, symbol, sequence }: FollowedProduct) {
      symbols.set(id, symbol)
      sequences.set(id, Math.max(sequence, sequences.get(id) ?? 0))
    },
    /** Also what this node writes as the leader counts as known. */
    note(ticks: readonly BusTick[]) {
      for (const { productId, sequence } of ticks) {
        if (sequence > (sequences.get(productId) ?? 0)) sequences.set(productId, sequence)
      }
    },
    ends: () => [...symbols.keys()].map((id) => ({ productId: id, sequence: sequences.get(id) ?? 0 })),
    symbolOf: (productId: number) => symbols.get(productId) ?? '',
    /** Ticks that continue the known ones; a product with a gap is read from the log. */
    continuing(ticks: readonly BusTick[]): { next: BusTick[]; gap: boolean } {
      const ends = new Map(sequences)
      const next: BusTick[] = []
      let gap = false
      for (const tick of ticks) {
        const known = ends.get(tick.productId)
        if (known !== undefined && tick.sequence <= known) continue
        if (known === undefined || tick.sequence > known + 1) {
          gap = true
          continue
        }
        ends.set(tick.productId, tick.sequence)
        next.push(tick)
      }
      return { next, gap }
    },
  }
}

export type TickFollower = ReturnType<typeof createTickFollower>

/**
 * Passes ticks written by another node to the listeners of this one, each once and in the order of the log: from the
 * bus if it is complete, or else from the log itself. It works on real time, also in tests that stop the market's
 * clock.
 */
export function createTickFollower(deps: TickFollowerDeps) {
  const { database, bus, log } = deps
  const repairs = registerMetrics(deps)
  const position = createLogPosition()
  let heardAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> = Promise.resolve()
  let started = false
  const endSubscription = bus.subscribe('ticks', ({ ticks }) => position.note(ticks))

  async function readOnce(cause: 'gap' | 'silence'): Promise<void> {
    for (;;) {
      const rows = await readTicksAfter(database, position.ends(), READ_MAX)
      const { next } = position.continuing(rows.map((row) => ({ ...row, symbol: position.symbolOf(row.productId) })))
      repairs.inc({ cause }, next.length)
      // Also without ticks: the watermark may have moved, and orders may be due.
      bus.deliver({ type: 'ticks', ticks: next })
      if (rows.length < READ_MAX || listening.signal.aborted) return
    }
  }

  const failed = (error: unknown) => log.warn({ err: error }, 'ticks could not be read from the log')

  /** One read at a time, or two of them would both bring the same ticks. */
  function read(cause: 'gap' | 'silence'): Promise<void> {
    reading = reading.then(() => readOnce(cause)).catch(failed)
    return reading
  }

  const listening = createLoop({
    clock: systemClock,
    everyMs: READ_EVERY_MS,
    restFirst: true,
    async turn() {
      if (!deps.isLeader() && performance.now() - heardAtMs >= SILENT_AFTER_MS) await read('silence')
    },
    failed,
  })

  return {
    /** Begins after these ticks. */
    start(products: readonly FollowedProduct[]) {
      for (const product of products) position.follow(product)
      started = true
      listening.start()
    },
    /** Follows one more from here on. */
    follow: position.follow,
    async stop() {
      endSubscription()
      await listening.stop()
      await reading
    },
    /** Reads everything that the log has by now. */
    catchUp: () => read('silence'),
    /** A batch from another node, complete or not. */
    receive(ticks: readonly BusTick[]) {
      heardAtMs = performance.now()
      const { next, gap } = position.continuing(ticks)
      bus.deliver({ type: 'ticks', ticks: next })
      if (gap && started) void read('gap')
    },
  }
}
