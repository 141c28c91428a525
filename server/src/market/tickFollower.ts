import { Counter, Gauge } from 'prom-client'
import type { Database } from '../database/database'
import type { Bus, BusTick } from '../shared/bus'
import { systemClock } from '../shared/clock'
import type { Log } from '../shared/log'
import type { Metrics } from '../shared/metrics'
import { readTicksAfter } from './tickLog'

export interface FollowedProduct {
  id: number
  symbol: string
  /** Of the newest tick that this node knows. */
  sequence: number
}

export interface TickFollower {
  /** Begins after these ticks. */
  start(products: readonly FollowedProduct[]): void
  stop(): Promise<void>
  /** Reads everything that the log has by now. */
  catchUp(): Promise<void>
  /** A batch from another node, complete or not. */
  receive(ticks: readonly BusTick[]): void
}

/** How often the log is read while the bus says nothing. */
const READ_EVERY_MS = 300
/** The leader says something ten times a second, also when no price moved; longer silence means that the bus is lost. */
const SILENT_AFTER_MS = 1_000
const READ_MAX = 500

/**
 * Brings the ticks that another node wrote to the listeners of this one, each once and in the order of the log: from the bus
 * where that is complete, else from the log itself. It works on real time: a test's clock stands still meanwhile.
 */
export function createTickFollower(deps: {
  database: Database
  bus: Bus
  log: Log
  metrics: Metrics
  /** A leader hears of its own ticks first. */
  isLeader(): boolean
}): TickFollower {
  const { database, bus, log } = deps
  const repairs = new Counter({
    name: 'fairtick_ticks_repaired_total',
    help: 'Ticks that this node read from the log because the bus did not bring them, by cause',
    labelNames: ['cause'],
    registers: [deps.metrics.registry],
  })
  new Gauge({
    name: 'fairtick_leads_feed',
    help: '1 on the node that writes the prices, 0 on those that follow it',
    registers: [deps.metrics.registry],
    collect() {
      this.set(deps.isLeader() ? 1 : 0)
    },
  })
  const symbols = new Map<number, string>()
  const sequences = new Map<number, number>()
  const stopped = new AbortController()
  let heardAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> = Promise.resolve()
  let loop: Promise<void> | undefined

  // Also what this node writes as the leader counts as known.
  const endSubscription = bus.subscribe('ticks', ({ ticks }) => {
    for (const { productId, sequence } of ticks) {
      if (sequence > (sequences.get(productId) ?? 0)) sequences.set(productId, sequence)
    }
  })

  /** What follows on what is known; a product with a gap is left to the log. */
  function accept(ticks: readonly BusTick[]): { next: BusTick[]; gap: boolean } {
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
  }

  async function readOnce(cause: 'gap' | 'silence'): Promise<void> {
    for (;;) {
      const ids = [...symbols.keys()]
      const rows = await readTicksAfter(
        database,
        ids.map((id) => ({ productId: id, sequence: sequences.get(id) ?? 0 })),
        READ_MAX,
      )
      const { next } = accept(rows.map((row) => ({ ...row, symbol: symbols.get(row.productId) ?? '' })))
      repairs.inc({ cause }, next.length)
      // Also without ticks: the watermark may have moved, and orders may be due.
      bus.deliver({ type: 'ticks', ticks: next })
      if (rows.length < READ_MAX || stopped.signal.aborted) return
    }
  }

  /** One read at a time, or two of them would both bring the same ticks. */
  function read(cause: 'gap' | 'silence'): Promise<void> {
    reading = reading
      .then(() => readOnce(cause))
      .catch((error) => log.warn({ err: error }, 'ticks could not be read from the log'))
    return reading
  }

  async function run() {
    while (!stopped.signal.aborted) {
      await systemClock.sleep(READ_EVERY_MS, stopped.signal)
      if (stopped.signal.aborted || deps.isLeader()) continue
      if (performance.now() - heardAtMs >= SILENT_AFTER_MS) await read('silence')
    }
  }

  return {
    start(products) {
      for (const { id, symbol, sequence } of products) {
        symbols.set(id, symbol)
        sequences.set(id, Math.max(sequence, sequences.get(id) ?? 0))
      }
      loop ??= run()
    },
    async stop() {
      stopped.abort()
      endSubscription()
      await loop
      await reading
    },
    catchUp: () => read('silence'),
    receive(ticks) {
      heardAtMs = performance.now()
      const { next, gap } = accept(ticks)
      bus.deliver({ type: 'ticks', ticks: next })
      if (gap && loop) void read('gap')
    },
  }
}
