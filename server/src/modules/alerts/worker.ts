import { Counter, Gauge, Histogram } from 'prom-client'
import type { Database } from '../../database/database'
import type { Bus, BusTick } from '../../shared/bus'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { createLoop } from '../../shared/loop'
import type { Metrics } from '../../shared/metrics'
import type { MessagesService } from '../messages/service'
import { createAlertWatch } from './watch'

export interface AlertWorkerDeps {
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  metrics: Metrics
  messages: Pick<MessagesService, 'sendAll'>
}

export interface AlertWorker {
  start(): void
  /** Resolves when the current work is done. */
  stop(): Promise<void>
  /** Checks every alert against the whole log; for tests and for catching up after a start. */
  runOnce(): Promise<void>
}

const RECONCILE_EVERY_MS = 5_000
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2_000
/** Beyond this many, ticks are read from the log instead. */
const PENDING_MAX = 20_000

function registerMetrics({ registry }: Metrics, waiting: () => number) {
  new Gauge({
    name: 'fairtick_price_alerts_waiting',
    help: 'Active price alerts that this process holds against the log',
    registers: [registry],
    collect() {
      this.set(waiting())
    },
  })
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

/** Tells users that the price they wait for was reached; see `modules/alerts/watch.ts`. Any number of processes may run it. */
export function createAlertWorker(deps: AlertWorkerDeps): AlertWorker {
  const { clock, log, bus } = deps
  const watch = createAlertWatch({
    ...deps,
    onTriggered(rows) {
      metrics.triggered.inc(rows.length)
      for (const { tick_at_ms: at, ended_at_ms: end } of rows) {
        if (at !== null && end !== null) metrics.lag.observe(Number(end - at) / 1000)
      }
    },
  })
  const metrics = registerMetrics(deps.metrics, watch.size)
  let pending: BusTick[] = []
  const changedUsers = new Set<bigint>()
  let reconciledAtMs = Number.NEGATIVE_INFINITY

  async function refreshUsers() {
    const users = [...changedUsers]
    if (users.length === 0) return
    changedUsers.clear()
    await watch.refreshUsers(users).catch((error) => {
      for (const user of users) changedUsers.add(user)
      throw error
    })
  }

  async function applyTicks() {
    const ticks = pending
    pending = []
    try {
      for (const [productId, own] of Map.groupBy(ticks, (tick) => tick.productId)) await watch.apply(productId, own)
    } catch (error) {
      pending = [...ticks, ...pending].slice(-PENDING_MAX)
      throw error
    }
  }

  async function work(all: boolean) {
    await refreshUsers()
    await applyTicks()
    if (!all && clock.now() - reconciledAtMs < RECONCILE_EVERY_MS) return
    await watch.reconcile(all)
    reconciledAtMs = clock.now()
  }

  const passes = createLoop({
    clock,
    everyMs: () => (pending.length === 0 && changedUsers.size === 0 ? RECONCILE_EVERY_MS : 0),
    retry: { minMs: RETRY_MIN_MS, maxMs: RETRY_MAX_MS },
    turn: () => work(false),
    failed: (error) => log.warn({ err: error }, 'price alerts could not be evaluated and are tried again'),
  })

  const stops = [
    bus.subscribe('ticks', ({ ticks }) => {
      const watched = ticks.filter((tick) => watch.isWatched(tick.productId))
      if (watched.length === 0) return
      pending = [...pending, ...watched].slice(-PENDING_MAX)
      passes.wake()
    }),
    bus.subscribe('changed', ({ userId, topics }) => {
      if (!topics.includes('alerts')) return
      changedUsers.add(userId)
      passes.wake()
    }),
  ]
  return {
    start: passes.start,
    async stop() {
      for (const stop of stops) stop()
      await passes.stop()
    },
    runOnce: () => work(true),
  }
}
