import type { PayoutMethod } from '../../../../contract/withdrawals'
import type { Queryable, Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { MONEY_STATUS } from '../../shared/stored'
import { type MoneyListFilter, type MoneyStatus, statusCondition } from '../moneyRequest'

export interface WithdrawalRow {
  number: bigint
  user_id: bigint
  id: string
  reference: string
  amount: bigint
  fee: bigint
  body_hash: Buffer
  method_kind: PayoutMethod['kind']
  method_name: string
  method_masked: string
  sealed_payee: string | null
  status: number
  reason_code: 'cancelled_by_user' | 'rejected' | null
  reason_note: string | null
  payout_reference: string | null
  created_at: Date
  expected_at: Date
  picked_up_at: Date | null
  picked_up_by: string | null
  ended_at: Date | null
}

export async function nextWithdrawalNumber(tx: Tx): Promise<bigint> {
  return (await tx.query<{ number: bigint }>(`select nextval('withdrawal_number_seq') as number`))[0]?.number ?? 0n
}

export type NewWithdrawal = Omit<
  WithdrawalRow,
  'status' | 'reason_code' | 'reason_note' | 'payout_reference' | 'picked_up_at' | 'picked_up_by' | 'ended_at'
>

/**
 * The whole balance, if all of it is available and below the minimum, with nothing in orders, in savings or in a
 * withdrawal that its user can still cancel; else null.
 */
export async function restOf(tx: Queryable, userId: bigint, minimum: bigint): Promise<bigint | null> {
  const rows = await tx.query<{ rest: bigint }>(
    `select own.balance as rest from ledger_account own
      where own.user_id = $1 and own.kind = account_available() and own.balance > 0 and own.balance < $2
        and not exists (select from ledger_account other
                         where other.user_id = $1 and other.balance <> 0
                           and other.kind in (account_in_orders(), account_savings_pending(), account_savings_confirmed()))
        and not exists (select from withdrawal waiting
                         where waiting.user_id = $1 and waiting.status = money_under_review() and waiting.picked_up_at is null)`,
    [userId, minimum],
  )
  return rows[0]?.rest ?? null
}

/** Undefined when the user has used this id already, or while a hold or a freeze is in force. */
export async function insertWithdrawal(tx: Tx, withdrawal: NewWithdrawal): Promise<WithdrawalRow | undefined> {
  const rows = await tx.query<WithdrawalRow>(
    `insert into withdrawal (number, user_id, id, reference, amount, fee, body_hash, method_kind, method_name, method_masked,
                             sealed_payee, created_at, expected_at)
     select $1::bigint, $2::bigint, $3::uuid, $4, $5::bigint, $6::bigint, $7::bytea, $8, $9, $10, $11, $12::timestamptz, $13::timestamptz
      where not exists (select from withdrawal_hold hold where hold.user_id = $2 and hold.until > $12)
        and not exists (select from account_freeze frozen
                         where frozen.user_id = $2 and frozen.kind in ('money_out', 'login'))
     on conflict on constraint withdrawal_once do nothing returning *`,
    [
      withdrawal.number,
      withdrawal.user_id,
      withdrawal.id,
      withdrawal.reference,
      withdrawal.amount,
      withdrawal.fee,
      withdrawal.body_hash,
      withdrawal.method_kind,
      withdrawal.method_name,
      withdrawal.method_masked,
      withdrawal.sealed_payee,
      withdrawal.created_at,
      withdrawal.expected_at,
    ],
  )
  return rows[0]
}

export async function findWithdrawal(tx: Queryable, userId: bigint, id: string): Promise<WithdrawalRow | undefined> {
  return (await tx.query<WithdrawalRow>('select * from withdrawal where user_id = $1 and id = $2', [userId, id]))[0]
}

/** Locks the row for a change: a second transaction sees the outcome of the first. */
export async function lockWithdrawal(tx: Tx, userId: bigint, id: string): Promise<WithdrawalRow | undefined> {
  const rows = await tx.query<WithdrawalRow>('select * from withdrawal where user_id = $1 and id = $2 for update', [
    userId,
    id,
  ])
  return rows[0]
}

export async function lockWithdrawalByReference(tx: Tx, reference: string): Promise<WithdrawalRow | undefined> {
  return (await tx.query<WithdrawalRow>('select * from withdrawal where reference = $1 for update', [reference]))[0]
}

/** The user's withdrawals since then, without returned ones. Minor units. */
export async function sumSince(tx: Queryable, userId: bigint, since: Date): Promise<bigint> {
  const rows = await tx.query<{ sum: bigint }>(
    `select coalesce(sum(amount), 0)::bigint as sum from withdrawal
      where user_id = $1 and status <> money_failed() and created_at >= $2`,
    [userId, since],
  )
  return rows[0]?.sum ?? 0n
}

export async function markPickedUp(tx: Tx, number: bigint, by: string, at: Date): Promise<WithdrawalRow | undefined> {
  const rows = await tx.query<WithdrawalRow>(
    `update withdrawal set picked_up_at = $2, picked_up_by = $3 where number = $1 and status = money_under_review() and picked_up_at is null
     returning *`,
    [number, at, by],
  )
  return rows[0]
}

/** The caller has locked the row. */
export async function clearPickUp(tx: Tx, number: bigint): Promise<WithdrawalRow> {
  const rows = await tx.query<WithdrawalRow>(
    'update withdrawal set picked_up_at = null, picked_up_by = null where number = $1 returning *',
    [number],
  )
  return present(rows[0], 'the row is held')
}

export async function markPaid(
  tx: Tx,
  number: bigint,
  payoutReference: string,
  at: Date,
): Promise<WithdrawalRow | undefined> {
  const rows = await tx.query<WithdrawalRow>(
    'update withdrawal set status = money_successful(), payout_reference = $2, ended_at = $3 where number = $1 and status = money_under_review() returning *',
    [number, payoutReference, at],
  )
  return rows[0]
}

export async function markReturned(
  tx: Tx,
  number: bigint,
  reason: { code: 'cancelled_by_user' | 'rejected'; note: string | null; at: Date },
): Promise<WithdrawalRow | undefined> {
  const rows = await tx.query<WithdrawalRow>(
    `update withdrawal set status = money_failed(), reason_code = $2, reason_note = $3, ended_at = $4
      where number = $1 and status = money_under_review() returning *`,
    [number, reason.code, reason.note, reason.at],
  )
  return rows[0]
}

/** Newest first. */
export function listWithdrawals(tx: Queryable, userId: bigint, filter: MoneyListFilter): Promise<WithdrawalRow[]> {
  return tx.query<WithdrawalRow>(
    `select * from withdrawal where user_id = $1 ${statusCondition(filter.status)} and ($2::bigint is null or number < $2) order by number desc limit $3`,
    [userId, filter.before, filter.limit],
  )
}

export type NamedWithdrawal = WithdrawalRow & { account: string }

/** For the operator: what waits comes oldest first, so that nobody is forgotten; what is decided comes newest first. */
export function listAllWithdrawals(tx: Queryable, status: MoneyStatus, limit: number): Promise<NamedWithdrawal[]> {
  return tx.query<NamedWithdrawal>(
    `select withdrawal.*, app_user.account from withdrawal join app_user on app_user.id = withdrawal.user_id
      where withdrawal.status = $1 order by withdrawal.number ${status === 'under_review' ? '' : 'desc'} limit $2`,
    [MONEY_STATUS[status], limit],
  )
}

export async function findNamedWithdrawal(tx: Queryable, reference: string): Promise<NamedWithdrawal | undefined> {
  const rows = await tx.query<NamedWithdrawal>(
    `select withdrawal.*, app_user.account from withdrawal join app_user on app_user.id = withdrawal.user_id
      where withdrawal.reference = $1`,
    [reference],
  )
  return rows[0]
}

/** Erases who was paid from the withdrawals of a deleted user. */
export async function forgetPayees(tx: Tx, userId: bigint): Promise<void> {
  await tx.query(`update withdrawal set sealed_payee = null, method_name = '', method_masked = '' where user_id = $1`, [
    userId,
  ])
}

export async function isUnderReview(tx: Queryable, userId: bigint): Promise<boolean> {
  const rows = await tx.query(
    'select 1 as found from withdrawal where user_id = $1 and status = money_under_review() limit 1',
    [userId],
  )
  return rows.length > 0
}
