import { Gauge } from 'prom-client'
import type { Database, Queryable } from '../../database/database'
import type { Clock } from '../../shared/clock'
import type { Metrics } from '../../shared/metrics'
import type { Settings } from '../../shared/settings'
import { readStampAge, type StampSources } from '../../signedLogs/timeStamps'
import * as queries from './queries'

export { readStampAge }

/** A withdrawal is due when its user was told to expect it; the other queues promise no time, so a day counts. */
export const OVERDUE = `
  select 'withdrawals' as queue, min(expected_at) as due from withdrawal where status = money_under_review()
  union all
  select 'deposits', min(receipt_at) + interval '1 day' from deposit
   where status = money_under_review() and receipt_at is not null
  union all
  select 'verifications', min(submitted_at) + interval '1 day' from verification
   where status in ('submitted', 'under_verification')`

/** The queues of operators; each part reads an index that contains only waiting items. */
const WAITING = `
  select 'withdrawals' as queue, count(*) as length, min(created_at) as oldest from withdrawal
   where status = money_under_review()
  union all
  select 'deposits', count(*), min(receipt_at) from deposit
   where status = money_under_review() and receipt_at is not null
  union all
  select 'verifications', count(*), min(submitted_at) from verification
   where status in ('submitted', 'under_verification')`

const SECONDS_SINCE = (instant: string) =>
  `coalesce(greatest(extract(epoch from $1::timestamptz - ${instant}), 0), 0)::float8`

/** A row for each queue at the instant $1: how many wait, for how long, and how long past the time of the one that is due first. */
const QUEUES = `
  select queue, waiting.length::float8 as length, ${SECONDS_SINCE('waiting.oldest')} as oldest,
         ${SECONDS_SINCE('overdue.due')} as overdue
    from (${WAITING}) as waiting join (${OVERDUE}) as overdue using (queue)`

export interface BusinessMetricsDeps {
  metrics: Metrics
  database: Database
  clock: Clock
  config: Pick<Settings, 'currency'> & StampSources
}

export const EVERY_MS = 15_000
export const WHOLE_TABLES_EVERY_MS = 5 * 60_000
/** A node that does not ask any more says nothing instead of what once was. */
const OLD_AFTER_MS = 3 * EVERY_MS
const WHOLE_TABLES_OLD_AFTER_MS = 3 * WHOLE_TABLES_EVERY_MS
/** No figure is worth more of the database's time. */
const WITHIN = "set local statement_timeout = '5s'"

/** Makes gauges that forget what they were told when that is older than `oldAfterMs`. */
function gaugesOf({ metrics, clock }: BusinessMetricsDeps, oldAfterMs: number) {
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    gauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []) {
      return new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [metrics.registry],
        collect() {
          if (clock.now() - toldAt <= oldAfterMs) return
          this.reset()
          // Without labels a reset leaves a 0, which would be a lie.
          if (labelNames.length === 0) this.set(Number.NaN)
        },
      })
    },
    told() {
      toldAt = clock.now()
    },
  }
}

/** Waiting items, the house's balances, and money in and out. */
function createQuickFigures(deps: BusinessMetricsDeps, units: (minor: string) => number) {
  const now = () => new Date(deps.clock.now())
  const { gauge, told } = gaugesOf(deps, OLD_AFTER_MS)
  const length = gauge('fairtick_waiting', 'Entries of a queue of the operators', ['queue'])
  const oldest = gauge('fairtick_waiting_oldest_seconds', 'How long the oldest entry of a queue has waited', ['queue'])
  const overdue = gauge(
    'fairtick_waiting_overdue_seconds',
    'How long the oldest entry of a queue of the operators is past its time; 0 where none is',
    ['queue'],
  )
  const house = gauge(
    'fairtick_house_balance',
    'What an account of the house holds, in the platform currency; trading falls by what traders win',
    ['account'],
  )
  const count = gauge('fairtick_moved', 'Deposits and withdrawals that wait, and those of the last day', [
    'flow',
    'state',
  ])
  const amount = gauge('fairtick_moved_amount', 'The same in the platform currency', ['flow', 'state'])
  const stampAge =
    deps.config.timeStampUrl === undefined && deps.config.calendarUrls.length === 0
      ? undefined
      : gauge(
          'fairtick_time_stamp_age_seconds',
          'Since the newest time stamp of the log of heads, or since 1970 without any; of two kinds, the older one',
        )
  const users = gauge('fairtick_users_registered', 'Users that have ever registered')
  let [registered, last] = [0, 0n]

  return async (tx: Queryable) => {
    for (const row of await tx.query<{ queue: string; length: number; oldest: number; overdue: number }>(QUEUES, [
      now(),
    ])) {
      length.set({ queue: row.queue }, row.length)
      oldest.set({ queue: row.queue }, row.oldest)
      overdue.set({ queue: row.queue }, row.overdue)
    }
    for (const { account, balance } of await tx.query<{ account: string; balance: string }>(queries.HOUSE)) {
      house.set({ account }, units(balance))
    }
    for (const { flow, state, ...row } of await tx.query<{
      flow: string
      state: string
      count: number
      amount: string
    }>(queries.MOVED, [now()])) {
      count.set({ flow, state }, row.count)
      amount.set({ flow, state }, units(row.amount))
    }
    const added = await tx.first<{ count: number; last: bigint | null }>(queries.REGISTERED, [last])
    registered += added?.count ?? 0
    last = added?.last ?? last
    users.set(registered)
    const age = await readStampAge(tx, deps.config, deps.clock.now())
    if (age !== undefined) stampAge?.set(age / 1_000)
    told()
  }
}

/** Figures that need a scan of a whole table. */
function createWholeTableFigures(deps: BusinessMetricsDeps, units: (minor: string) => number) {
  const now = () => new Date(deps.clock.now())
  const { gauge, told } = gaugesOf(deps, WHOLE_TABLES_OLD_AFTER_MS)
  const active = gauge('fairtick_users_active', 'Users who were signed in within the last day')
  const saved = gauge('fairtick_savings_balance', 'What all users have in savings, in the platform currency')
  const decided = gauge('fairtick_verifications_decided', 'Verifications that were decided within the last day')
  const median = gauge(
    'fairtick_verification_decision_seconds',
    'From its submission to its decision: the median of those of the last day, 0 where there were none',
  )
  return async (tx: Queryable) => {
    const seen = await tx.first<{ count: number }>(queries.ACTIVE, [now()])
    active.set(seen?.count ?? 0)
    const savings = await tx.first<{ balance: string }>(queries.SAVED)
    saved.set(units(savings?.balance ?? '0'))
    const verified = await tx.first<{ count: number; median: number }>(queries.VERIFIED, [now()])
    decided.set(verified?.count ?? 0)
    median.set(verified?.median ?? 0)
    told()
  }
}

/**
 * Figures of the business for Prometheus: sums and counts, of no single user. One node asks the database for them, and a scrape
 * asks it for nothing: also if no connection is free, it is answered. Figures to watch, not to book: floats are exact
 * enough.
 */
export function createBusinessMetricsService(deps: BusinessMetricsDeps) {
  const units = (minor: string) => Number(minor) / 10 ** deps.config.currency.scale
  const quick = createQuickFigures(deps, units)
  const whole = createWholeTableFigures(deps, units)
  const within = (read: (tx: Queryable) => Promise<void>) => () =>
    deps.database.withTransaction(async (tx) => {
      await tx.query(WITHIN)
      await read(tx)
    })
  return { read: within(quick), readWholeTables: within(whole) }
}
