import { Counter } from 'prom-client'
import type { Database } from '../plugins/database'
import type { Log } from '../plugins/log'
import type { Metrics } from '../plugins/metrics'
import type { Bus, BusTick } from '../shared/bus'
import type { Clock } from '../shared/clock'
import type { FeedTick } from './feed'
import { appendTicks, type NewTick } from './tickLog'

const FLUSH_EVERY_MS = 100
/** Beyond this the oldest ticks are given up: by then they are long past their watermark's patience. */
const QUEUE_MAX = 20_000
const BATCH_MAX = 2_000
const RETRY_MAX_MS = 2_000

/** Why a tick never reached the log. */
export type DropReason = 'unknown_product' | 'invalid' | 'duplicate' | 'out_of_order' | 'queue_full' | 'late'

export interface IntakeProduct {
  id: number
  symbol: string
  /** Of the newest tick in the log. */
  atMs: number
}

export interface Intake {
  /** Takes a tick from a feed; never throws. */
  accept(tick: FeedTick): void
  start(): void
  /** Writes what is waiting, then ends. */
  stop(): Promise<void>
  /** Writes what is waiting and moves the watermark; for tests. */
  flush(): Promise<void>
}

interface Seen {
  id: number
  sourceAtMs: number
  price: string
  atMs: number
}

const PRICE = /^\d{1,16}(\.\d{1,12})?$/

/**
 * Between a feed and the log: one writer, so that the log of a product is in the order of time. A tick is stamped with
 * the server's time when it arrives; the watermark then promises that nothing older follows (append_ticks).
 */
export function createIntake(deps: {
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  metrics: Metrics
  source: string
  products: IntakeProduct[]
}): Intake {
  const { clock, log, database, bus } = deps
  const dropped = new Counter({
    name: 'fairtick_ticks_dropped_total',
    help: 'Ticks that did not reach the log',
    labelNames: ['reason'],
    registers: [deps.metrics.registry],
  })
  const appended = new Counter({
    name: 'fairtick_ticks_appended_total',
    help: 'Ticks appended to the log',
    registers: [deps.metrics.registry],
  })
  const drop = (reason: DropReason, count = 1) => dropped.inc({ reason }, count)
  const seen = new Map(
    deps.products.map((product): [string, Seen] => [
      product.symbol,
      { id: product.id, sourceAtMs: Number.NEGATIVE_INFINITY, price: '', atMs: product.atMs },
    ]),
  )
  const productIds = deps.products.map((product) => product.id)
  const symbols = new Map(deps.products.map((product) => [product.id, product.symbol]))
  let queue: NewTick[] = []
  let throughMs = 0
  const abort = new AbortController()
  let running: Promise<void> | undefined

  function accept(tick: FeedTick) {
    const last = seen.get(tick.symbol)
    if (!last) return drop('unknown_product')
    if (!PRICE.test(tick.price) || !PRICE.test(tick.size) || Number(tick.price) <= 0) return drop('invalid')
    if (!Number.isSafeInteger(tick.sourceAtMs)) return drop('invalid')
    if (tick.sourceAtMs < last.sourceAtMs) return drop('out_of_order')
    if (tick.sourceAtMs === last.sourceAtMs && tick.price === last.price) return drop('duplicate')
    if (queue.length >= QUEUE_MAX) {
      queue.shift()
      drop('queue_full')
    }
    const atMs = Math.max(clock.now(), last.atMs, throughMs + 1)
    Object.assign(last, { sourceAtMs: tick.sourceAtMs, price: tick.price, atMs })
    queue.push({ productId: last.id, atMs, price: tick.price, size: tick.size, sourceAtMs: tick.sourceAtMs })
  }

  async function flush() {
    const batch = queue.slice(0, BATCH_MAX)
    // Whatever arrives from now on is stamped later than this, so the promise can be given for it.
    const next = queue.length > batch.length ? (batch.at(-1)?.atMs ?? 0) - 1 : clock.now() - 1
    throughMs = Math.max(throughMs, next)
    const sequences = await appendTicks(database, productIds, throughMs, deps.source, batch)
    queue = queue.slice(batch.length)
    const ticks: BusTick[] = []
    batch.forEach((tick, index) => {
      const sequence = sequences.get(index)
      const symbol = symbols.get(tick.productId)
      if (sequence === undefined || symbol === undefined) return
      const { productId, atMs, price, size } = tick
      ticks.push({ productId, symbol, sequence, atMs, price, size })
    })
    appended.inc(ticks.length)
    if (batch.length > ticks.length) drop('late', batch.length - ticks.length)
    // Also without ticks: the watermark has moved, and orders may be due.
    bus.publish({ type: 'ticks', ticks })
  }

  async function run() {
    let waitMs = FLUSH_EVERY_MS
    while (!abort.signal.aborted) {
      await clock.sleep(waitMs, abort.signal)
      try {
        await flush()
        waitMs = FLUSH_EVERY_MS
      } catch (error) {
        waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)
        log.warn({ err: error, waiting: queue.length }, 'ticks could not be written and wait')
      }
    }
  }

  return {
    accept,
    flush,
    start() {
      running ??= run()
    },
    async stop() {
      abort.abort()
      await running
      await flush().catch((error) => log.warn({ err: error }, 'the last ticks could not be written'))
    },
  }
}
