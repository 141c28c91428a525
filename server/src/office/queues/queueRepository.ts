import type { Queryable } from '../../database/database'
import type { DepositRow, NamedDeposit } from '../../modules/deposits/service'
import type { NamedWithdrawal, WithdrawalRow } from '../../modules/withdrawals/service'
import { MONEY_STATUS } from '../../shared/stored'

export interface WaitingRow {
  user_id: bigint
  account: string
  status: 'submitted' | 'under_verification'
  nationality: string
  attempt: number
  submitted_at: Date
  submitted_us: bigint
}

/** Longest waiting first, after these keys: time of submission (µs since 1970) and user. `text`: only this account's. */
export function listWaitingVerifications(
  tx: Queryable,
  { text, after, limit }: { text: string | null; after: readonly bigint[] | null; limit: number },
) {
  return tx.query<WaitingRow>(
    `select verification.user_id, app_user.account, verification.status, verification.nationality, verification.attempt,
            verification.submitted_at,
            (extract(epoch from verification.submitted_at) * 1000000)::bigint as submitted_us
       from verification join app_user on app_user.id = verification.user_id
      where verification.status in ('submitted', 'under_verification')
        and ($1::bigint is null or (verification.submitted_at, verification.user_id)
             > (to_timestamp(0) + $1::bigint * interval '1 microsecond', $2::bigint))
        ${text === null ? '' : 'and lower(app_user.account) = lower($4)'}
      order by verification.submitted_at, verification.user_id limit $3`,
    [after?.[0] ?? null, after?.[1] ?? null, limit, ...(text === null ? [] : [text])],
  )
}

export interface MoneyWanted {
  status: keyof typeof MONEY_STATUS
  /** Only items with this reference, or of this account. */
  text: string | null
  after: bigint | null
  limit: number
}

/** Of one account or with one reference ($4), each through its own index; all without a text. */
const found = (table: 'deposit' | 'withdrawal') => `
  and movement.number in (
    select number from ${table} where reference = upper($4)
    union all
    select number from ${table} where user_id = (select id from app_user where lower(account) = lower($4)) and status = $1)`

/** Items that wait come oldest first, so that none is forgotten; decided ones come newest first. */
function moneyPage(table: 'deposit' | 'withdrawal', { status, text }: MoneyWanted): string {
  const [compare, order] = status === 'under_review' ? ['>', ''] : ['<', 'desc']
  return `select movement.*, app_user.account from ${table} movement join app_user on app_user.id = movement.user_id
           where movement.status = $1 and ($2::bigint is null or movement.number ${compare} $2)
           ${text === null ? '' : found(table)}
           order by movement.number ${order} limit $3`
}

const moneyValues = ({ status, text, after, limit }: MoneyWanted) => [
  MONEY_STATUS[status],
  after,
  limit,
  ...(text === null ? [] : [text]),
]

/** One user's, newest first, from before the one numbered `before`. */
function userPage(table: 'deposit' | 'withdrawal'): string {
  return `select * from ${table} where user_id = $1 and ($2::bigint is null or number < $2) order by number desc limit $3`
}

export const listDepositsOf = (tx: Queryable, user: bigint, before: bigint | null, limit: number) =>
  tx.query<DepositRow>(userPage('deposit'), [user, before, limit])

export const listWithdrawalsOf = (tx: Queryable, user: bigint, before: bigint | null, limit: number) =>
  tx.query<WithdrawalRow>(userPage('withdrawal'), [user, before, limit])

export const listDeposits = (tx: Queryable, wanted: MoneyWanted) =>
  tx.query<NamedDeposit>(moneyPage('deposit', wanted), moneyValues(wanted))

export const listWithdrawals = (tx: Queryable, wanted: MoneyWanted) =>
  tx.query<NamedWithdrawal>(moneyPage('withdrawal', wanted), moneyValues(wanted))
