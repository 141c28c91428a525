import { Gauge } from 'prom-client'
import type { Queryable } from '../database/database'
import type { Metrics } from '../shared/metrics'
import type { Settings } from '../shared/settings'

/** A withdrawal is due when its user was told to expect it; the other queues promise no time, so a day counts. */
export const OVERDUE = `
  select 'withdrawals' as queue, min(expected_at) as due from withdrawal where status = money_under_review()
  union all
  select 'deposits', min(receipt_at) + interval '1 day' from deposit
   where status = money_under_review() and receipt_at is not null
  union all
  select 'verifications', min(submitted_at) + interval '1 day' from verification
   where status in ('submitted', 'under_verification')`

const HOUSE = `
  select case kind when account_trading() then 'trading' when account_fees() then 'fees' else 'savings_interest' end
           as account, sum(balance) as balance
    from ledger_account where kind in (account_trading(), account_fees(), account_savings_interest()) group by kind`

interface BusinessDeps {
  metrics: Metrics
  database: Queryable
  config: Pick<Settings, 'currency'>
}

/**
 * What the house has, and who waits for it: read when Prometheus asks, so that each node tells the present state. Where
 * the database does not answer, these figures are left out and the other metrics are still served.
 */
export function registerBusinessMetrics({ metrics, database, config }: BusinessDeps) {
  const registers = [metrics.registry]
  new Gauge({
    name: 'fairtick_waiting_overdue_seconds',
    help: 'How long the oldest entry of a queue of the operators is past its time; 0 where none is',
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset()
      const rows = await database
        .query<{ queue: string; overdue: number }>(
          `select queue, coalesce(greatest(extract(epoch from clock_timestamp() - due), 0), 0)::float8 as overdue
             from (${OVERDUE}) as waiting`,
        )
        .catch(() => [])
      for (const { queue, overdue } of rows) this.set({ queue }, overdue)
    },
  })
  new Gauge({
    name: 'fairtick_house_balance',
    help: 'What an account of the house holds, in the platform currency; trading falls by what traders win',
    labelNames: ['account'],
    registers,
    async collect() {
      this.reset()
      const rows = await database.query<{ account: string; balance: string }>(HOUSE).catch(() => [])
      // A figure to watch, not to book: a float is exact enough here.
      for (const { account, balance } of rows) this.set({ account }, Number(balance) / 10 ** config.currency.scale)
    },
  })
}
