import { Counter, Gauge } from 'prom-client'
import { fallbacksOf, type Locale } from '../../../../contract/locales'
import type { Database } from '../../database/database'
import type { Market } from '../../market/market'
import { SESSION_IDLE_MS } from '../../plugins/auth'
import type { Clock } from '../../shared/clock'
import { inLanes } from '../../shared/lanes'
import type { Log } from '../../shared/log'
import { createLoop } from '../../shared/loop'
import type { Metrics } from '../../shared/metrics'
import { DAY_MS } from '../../shared/time'
import type { ModuleWorker } from '../module'
import * as queue from './queueRepository'
import { createRests } from './rests'
import { type Outcome, type Push, sendPush } from './send'
import type { PushSettings } from './settings'
import { wordPush } from './words'

export interface PushWorkerDeps {
  config: { push: PushSettings | undefined }
  clock: Clock
  log: Log
  database: Database
  metrics: Metrics
  market: Pick<Market, 'productBySymbol'>
}

export interface PushWorker extends ModuleWorker {
  /** One turn; returns how many pushes it tried. */
  runOnce(): Promise<number>
  /** Deletes pushes that are too old, even if push is off. */
  sweep(): Promise<unknown>
}

const EVERY_MS = 1_000
const RETRY = { minMs: 1_000, maxMs: 30_000 }
const SUBSCRIPTIONS_A_TURN = 100
const AT_ONCE = 20
const SPREAD_A_TURN = 1_000
const DROPPED_A_TURN = 5_000
const TRIES_MAX = 5
/**
 * A browser whose service has accepted nothing for this long is forgotten; the app subscribes again when it is opened.
 */
const SILENT_MAX_MS = 30 * DAY_MS
/** 15 s, 1 min, 4 min, 16 min. */
const waitAfter = (tries: number) => 15 * 4 ** (tries - 1)
const WAITING_SHOWN_MAX = 100_000
const COUNT_EVERY_MS = 15_000

const URGENCIES = { results: 'high', alerts: 'high', security: 'high', money: 'normal', announcements: 'low' } as const
const OUTCOMES = ['sent', 'gone', 'refused', 'later', 'given_up'] as const

function registerMetrics({ registry }: Metrics) {
  const pushes = new Counter({
    name: 'fairtick_push_total',
    help: 'Pushes to browsers by what the push service answered; later: tried again, given_up: not any more',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of OUTCOMES) pushes.inc({ outcome }, 0)
  const waiting = new Gauge({
    name: 'fairtick_push_waiting',
    help: 'Rows of the queue of pushes that are due',
    registers: [registry],
  })
  return { pushes, waiting }
}

/** Rows of one subscription and category, sent as one push. */
type Batch = [queue.ClaimedRow, ...queue.ClaimedRow[]]

function batchesOf(rows: readonly queue.ClaimedRow[]): Batch[] {
  const batches = Map.groupBy(rows, ({ subscription_id, category }) => `${subscription_id} ${category}`)
  return [...batches.values()] as Batch[]
}

function pushOf(batch: Batch, productOf: (symbol: string, locale: Locale) => string): Push {
  const newest = batch.at(-1) ?? batch[0]
  const count = batch.reduce((sum, row) => sum + row.count, 0)
  const { category } = newest
  return {
    endpoint: newest.endpoint,
    p256dh: newest.p256dh,
    auth: newest.auth,
    payload: wordPush({ ...newest, count }, newest.locale, productOf),
    ttlSeconds: Math.max(0, newest.ttl_seconds),
    urgency: URGENCIES[category],
    ...(category === 'results' ? { topic: category } : {}),
  }
}

/** Hands the queued pushes to the push services; any number of processes may run it. Without a key it does nothing. */
export function createPushWorker(deps: PushWorkerDeps): PushWorker {
  const { config, clock, log, database, market } = deps
  const { pushes, waiting } = registerMetrics(deps.metrics)
  let countedAt = 0
  const rests = createRests(clock)

  function productOf(symbol: string, locale: Locale): string {
    const names = market.productBySymbol(symbol)?.names
    return fallbacksOf(locale).flatMap((one) => names?.[one] ?? [])[0] ?? symbol
  }

  async function settle(batch: Batch, outcome: Outcome): Promise<void> {
    const [first] = batch
    const ids = batch.map(({ id }) => id)
    const now = new Date(clock.now())
    const isGivenUp = outcome.kind === 'later' && first.tries >= TRIES_MAX
    pushes.inc({ outcome: isGivenUp ? 'given_up' : outcome.kind })
    if (outcome.kind === 'gone') await queue.removeSubscription(database, first.subscription_id, first.endpoint)
    else await queue.noteOutcome(database, first.subscription_id, outcome.kind === 'sent', now)
    if (outcome.kind === 'later' && !isGivenUp) {
      await queue.putOff(database, ids, Math.max(outcome.afterSeconds ?? 0, waitAfter(first.tries)))
    } else await queue.deleteDeliveries(database, ids)
  }

  const idleSince = () => new Date(clock.now() - SESSION_IDLE_MS)
  const dropUseless = () => queue.dropUseless(database, DROPPED_A_TURN, new Date(clock.now()), idleSince())

  async function runOnce(): Promise<number> {
    const settings = config.push
    if (!settings) return 0
    const now = new Date(clock.now())
    await database.withTransaction((tx) => queue.spreadAnnouncement(tx, SPREAD_A_TURN))
    const rows = await database.withTransaction((tx) =>
      queue.claimDeliveries(tx, SUBSCRIPTIONS_A_TURN, now, idleSince()),
    )
    const batches = batchesOf(rows)
    await inLanes(AT_ONCE, batches, async (batch) => {
      const { endpoint } = batch[0]
      await settle(batch, await rests.ask(endpoint, () => sendPush(pushOf(batch, productOf), settings)))
    })
    await dropUseless()
    if (clock.now() - countedAt >= COUNT_EVERY_MS) {
      countedAt = clock.now()
      waiting.set(await queue.countWaiting(database, WAITING_SHOWN_MAX))
    }
    return batches.length
  }

  let isBusy = false
  const loop = createLoop({
    clock,
    everyMs: () => (isBusy ? 0 : EVERY_MS),
    retry: RETRY,
    async turn() {
      isBusy = (await runOnce()) > 0
    },
    failed: (error) => log.warn({ err: error }, 'pushes could not be worked on and are tried again'),
  })
  return {
    start() {
      if (config.push) loop.start()
    },
    stop: () => loop.stop(),
    runOnce,
    async sweep() {
      await dropUseless()
      await queue.forgetSilent(database, new Date(clock.now() - SILENT_MAX_MS))
    },
  }
}
