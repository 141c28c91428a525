import type { Queryable } from '../database/database'
import type { NamedDeposit } from '../modules/deposits/service'
import type { NamedWithdrawal } from '../modules/withdrawals/service'
import { MONEY_STATUS } from '../shared/stored'

export interface WaitingRow {
  user_id: bigint
  account: string
  status: 'submitted' | 'under_verification'
  nationality: string
  attempt: number
  submitted_at: Date
  submitted_us: bigint
}

/** Longest waiting first, after these keys: time of submission (µs since 1970) and user. */
export function listWaitingVerifications(tx: Queryable, after: readonly bigint[] | null, limit: number) {
  return tx.query<WaitingRow & Record<string, unknown>>(
    `select v.user_id, u.account, v.status, v.nationality, v.attempt, v.submitted_at,
            (extract(epoch from v.submitted_at) * 1000000)::bigint as submitted_us
       from verification v join app_user u on u.id = v.user_id
      where v.status in ('submitted', 'under_verification')
        and ($1::bigint is null or (v.submitted_at, v.user_id) > (to_timestamp(0) + $1::bigint * interval '1 microsecond', $2::bigint))
      order by v.submitted_at, v.user_id limit $3`,
    [after?.[0] ?? null, after?.[1] ?? null, limit],
  )
}

type MoneyStatus = keyof typeof MONEY_STATUS

/** What waits comes with the oldest first, so that nobody is forgotten; what is done with the newest first. */
function moneyPage(table: 'deposit' | 'withdrawal', status: MoneyStatus): string {
  const [compare, order] = status === 'under_review' ? ['>', ''] : ['<', 'desc']
  return `select m.*, u.account from ${table} m join app_user u on u.id = m.user_id
           where m.status = $1 and ($2::bigint is null or m.number ${compare} $2) order by m.number ${order} limit $3`
}

export const listDeposits = (tx: Queryable, status: MoneyStatus, after: bigint | null, limit: number) =>
  tx.query<NamedDeposit>(moneyPage('deposit', status), [MONEY_STATUS[status], after, limit])

export const listWithdrawals = (tx: Queryable, status: MoneyStatus, after: bigint | null, limit: number) =>
  tx.query<NamedWithdrawal>(moneyPage('withdrawal', status), [MONEY_STATUS[status], after, limit])
