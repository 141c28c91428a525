import { Counter, type Registry } from 'prom-client'
import type { Fence } from '../cluster/lease'
import { isLeaseLost } from '../cluster/leaseRow'
import type { Database } from '../database/database'
import type { Bus, BusTick } from '../shared/bus'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop } from '../shared/loop'
import type { Metrics } from '../shared/metrics'
import { DECIMAL, type FeedTick } from './feed'
import { type FeedEvent, noteSkipped } from './feedEvents'
import { appendTicks, type NewTick } from './tickLog'

const FLUSH_EVERY_MS = 100
/** More than clocks that are kept by NTP differ. */
const CLOCK_BEHIND_MS = 5_000
/** Beyond this the oldest ticks are given up: by then they are far behind the watermark. */
const QUEUE_MAX = 20_000
const BATCH_MAX = 2_000
const RETRY_MAX_MS = 2_000

/** Why a tick never reached the log. */
export type DropReason = 'unknown_product' | 'invalid' | 'duplicate' | 'out_of_order' | 'queue_full' | 'late'

export interface IntakeProduct {
  id: number
  symbol: string
  /** Time of the newest tick in the log. */
  atMs: number
  /** Its watermark. */
  throughMs: number
}

/** The newest tick of a product; numbers are compared within one source only. */
interface Seen {
  id: number
  source: string
  sequence: number
}

const counters = new WeakMap<Registry, ReturnType<typeof newCounters>>()

function newCounters(registry: Registry) {
  return {
    dropped: new Counter({
      name: 'fairtick_ticks_dropped_total',
      help: 'Ticks that did not reach the log',
      labelNames: ['reason'],
      registers: [registry],
    }),
    appended: new Counter({
      name: 'fairtick_ticks_appended_total',
      help: 'Ticks appended to the log',
      registers: [registry],
    }),
  }
}

/** A node that leads again counts on. */
function countersOf(registry: Registry) {
  const own = counters.get(registry) ?? newCounters(registry)
  counters.set(registry, own)
  return own
}

export interface IntakeDeps {
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  metrics: Metrics
  source: string
  products: IntakeProduct[]
  /** Takes what belongs into the public log of feeds. */
  note: (event: FeedEvent) => void
  /** Hears of each write: the appended ticks, and the time up to which the log is complete. */
  written?: (ticks: readonly BusTick[], throughMs: number) => void
  /** Leadership under which it writes; without one it is the only writer. */
  fence?: Fence
}

interface QueuedTick extends NewTick {
  symbol: string
  source: string
}

/** Takes note of a tick that is left out. */
type Drop = (reason: DropReason, tick: Pick<QueuedTick, 'symbol' | 'source'>) => void

/** Ticks in order of arrival, stamped with the server's time, and the watermark up to which they were taken out. */
function createTickQueue({ clock, products }: IntakeDeps, drop: Drop) {
  const seen = new Map(
    products.map((product): [string, Seen] => [product.symbol, { id: product.id, source: '', sequence: 0 }]),
  )
  /** In the order of `atMs`. */
  let queue: QueuedTick[] = []
  // The writer before this one may have a clock ahead of this one's.
  let throughMs = Math.max(0, ...products.map((product) => product.throughMs))
  let newestMs = Math.max(0, ...products.map((product) => product.atMs))

  function accept(tick: FeedTick) {
    const last = seen.get(tick.symbol)
    if (!last) return drop('unknown_product', tick)
    if (!DECIMAL.test(tick.price) || !DECIMAL.test(tick.size) || Number(tick.price) <= 0) return drop('invalid', tick)
    if (!Number.isSafeInteger(tick.sourceAtMs)) return drop('invalid', tick)
    if (tick.source === last.source && tick.sequence <= last.sequence) {
      return drop(tick.sequence === last.sequence ? 'duplicate' : 'out_of_order', tick)
    }
    if (queue.length >= QUEUE_MAX) {
      drop('queue_full', queue.shift() ?? tick)
    }
    newestMs = Math.max(clock.now(), newestMs, throughMs + 1)
    last.source = tick.source
    last.sequence = tick.sequence
    const { symbol, price, size, source, sourceAtMs, instrument = '-', trade } = tick
    const named = { source, instrument, ...(trade !== undefined && { trade }) }
    queue.push({ productId: last.id, symbol, atMs: newestMs, price, size, sourceAtMs, ...named })
  }

  /**
   * Takes the next batch out and moves the watermark past all of it. A batch whose response was lost is sent again; the
   * ticks already written are then refused instead of being logged twice.
   */
  function nextBatch(): { batch: QueuedTick[]; throughMs: number } {
    const nowMs = clock.now()
    // A clock that was put back must not hold the ticks up until it has caught up.
    const untilMs = nowMs - 1 < throughMs ? throughMs + 1 : nowMs - 1
    const due = queue.findIndex((tick) => tick.atMs > untilMs)
    const count = due < 0 ? queue.length : due
    const last = queue[BATCH_MAX - 1]
    if (count <= BATCH_MAX || !last) throughMs = untilMs
    else throughMs = last.atMs
    const batch = queue.filter((tick) => tick.atMs <= throughMs)
    queue = queue.slice(batch.length)
    return { batch, throughMs }
  }

  return {
    accept,
    nextBatch,
    putBack(batch: readonly QueuedTick[]) {
      queue = [...batch, ...queue]
    },
    length: () => queue.length,
  }
}

/** Appends batches of the queue to the log and publishes them, one write at a time. */
function createTickWriter(deps: IntakeDeps, queue: ReturnType<typeof createTickQueue>, drop: Drop) {
  const { database, bus, products, source, fence } = deps
  const { appended } = countersOf(deps.metrics.registry)
  const productIds = products.map((product) => product.id)
  let writing: Promise<unknown> = Promise.resolve()

  async function write() {
    const { batch, throughMs } = queue.nextBatch()
    const sequences = await appendTicks(database, productIds, throughMs, source, batch, fence).catch((error) => {
      queue.putBack(batch)
      throw error
    })
    const ticks: BusTick[] = []
    batch.forEach((tick, index) => {
      const sequence = sequences.get(index)
      if (sequence == null) {
        drop(sequence === null ? 'out_of_order' : 'late', tick)
        return
      }
      const { productId, symbol, atMs, price, size } = tick
      ticks.push({ productId, symbol, sequence, atMs, price, size })
    })
    appended.inc(ticks.length)
    deps.written?.(ticks, throughMs)
    // Also without ticks: the watermark has moved, and orders may be due.
    bus.publish({ type: 'ticks', ticks })
  }

  /** Two writes at once would both carry the same ticks. */
  return function flush(): Promise<void> {
    const next = writing.then(write)
    writing = next.catch(() => undefined)
    return next
  }
}

/**
 * Prices keep the time of the newest one until the clock has passed it: who runs this node has to know. Which of the two is wrong,
 * this clock or the one that wrote the price, cannot be told from here.
 */
function sayClockIsBehind({ clock, log, products }: IntakeDeps) {
  const behindMs = Math.max(0, ...products.map(({ atMs }) => atMs)) - clock.now()
  if (behindMs <= CLOCK_BEHIND_MS) return
  const seconds = Math.round(behindMs / 1_000)
  log.error(
    `the newest price in the log is ${seconds} s ahead of this machine's clock, and no order is taken until it has passed that: if this clock is wrong, put it right (NTP); if it is right, a wrong one wrote the price, so leave it and wait`,
  )
}

export type Intake = ReturnType<typeof createIntake>

/**
 * Between a feed and the log: one writer, so that the log of a product is in the order of time. A tick is stamped with
 * the server's time when it arrives; the watermark then promises that nothing older follows (append_ticks).
 */
export function createIntake(deps: IntakeDeps) {
  const { clock, log } = deps
  sayClockIsBehind(deps)
  const { dropped } = countersOf(deps.metrics.registry)
  const drop: Drop = (reason, { symbol, source }) => {
    dropped.inc({ reason })
    noteSkipped(deps.note, symbol, source, reason)
  }
  const queue = createTickQueue(deps, drop)
  const flush = createTickWriter(deps, queue, drop)
  const flushing = createLoop({
    clock,
    everyMs: FLUSH_EVERY_MS,
    restFirst: true,
    retry: { minMs: 2 * FLUSH_EVERY_MS, maxMs: RETRY_MAX_MS },
    turn: flush,
    failed(error) {
      // The next leader has received the waiting ticks, too.
      if (isLeaseLost(error)) return 'stop'
      return log.warn({ err: error, waiting: queue.length() }, 'ticks could not be written and wait')
    },
  })

  return {
    /** Takes a tick from a feed; never throws. */
    accept: queue.accept,
    /** Writes the waiting ticks and moves the watermark; for tests. */
    flush,
    start: flushing.start,
    /** Writes the waiting ticks, then ends. */
    async stop() {
      await flushing.stop()
      await flush().catch((error) => log.warn({ err: error }, 'the last ticks could not be written'))
    },
  }
}
