import type { PayoutMethod } from '../../../../contract/withdrawals'
import type { Queryable, Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { type Named, storedRequests } from '../moneyRequest'

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

export type NamedWithdrawal = Named<WithdrawalRow>

export const withdrawals = storedRequests<WithdrawalRow>('withdrawal')

export type NewWithdrawal = Omit<
  WithdrawalRow,
  'status' | 'reason_code' | 'reason_note' | 'payout_reference' | 'picked_up_at' | 'picked_up_by' | 'ended_at'
>

/**
 * The whole balance, if all of it is available and below the minimum, with nothing in orders, in savings or in a
 * withdrawal that its user can still cancel; else null.
 */
export async function restOf(tx: Queryable, userId: bigint, minimum: bigint): Promise<bigint | null> {
  const row = await tx.first<{ rest: bigint }>(
    `select own.balance as rest from ledger_account own
      where own.user_id = $1 and own.kind = account_available() and own.balance > 0 and own.balance < $2
        and not exists (select from ledger_account other
                         where other.user_id = $1 and other.balance <> 0
                           and other.kind in (account_in_orders(), account_savings_pending(), account_savings_confirmed()))
        and not exists (select from withdrawal waiting
                         where waiting.user_id = $1 and waiting.status = money_under_review() and waiting.picked_up_at is null)`,
    [userId, minimum],
  )
  return row?.rest ?? null
}

/** The caller holds the account's lock and has checked the rules and the id. */
export async function insertWithdrawal(tx: Tx, withdrawal: NewWithdrawal): Promise<WithdrawalRow> {
  const row = await tx.first<WithdrawalRow>(
    `insert into withdrawal (number, user_id, id, reference, amount, fee, body_hash, method_kind, method_name, method_masked,
                             sealed_payee, created_at, expected_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning *`,
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
  return present(row, 'an insert returns its row')
}

/** The user's withdrawals since then, without returned ones. Minor units. */
export async function sumSince(tx: Queryable, userId: bigint, since: Date): Promise<bigint> {
  const row = await tx.first<{ sum: bigint }>(
    `select coalesce(sum(amount), 0)::bigint as sum from withdrawal
      where user_id = $1 and status <> money_failed() and created_at >= $2`,
    [userId, since],
  )
  return row?.sum ?? 0n
}

export function markPickedUp(tx: Tx, number: bigint, by: string, at: Date): Promise<WithdrawalRow | undefined> {
  return tx.first<WithdrawalRow>(
    `update withdrawal set picked_up_at = $2, picked_up_by = $3 where number = $1 and status = money_under_review() and picked_up_at is null
     returning *`,
    [number, at, by],
  )
}

/** The caller has locked the row. */
export async function clearPickUp(tx: Tx, number: bigint): Promise<WithdrawalRow> {
  const row = await tx.first<WithdrawalRow>(
    'update withdrawal set picked_up_at = null, picked_up_by = null where number = $1 returning *',
    [number],
  )
  return present(row, 'the row is held')
}

export function markPaid(
  tx: Tx,
  number: bigint,
  payoutReference: string,
  at: Date,
): Promise<WithdrawalRow | undefined> {
  return tx.first<WithdrawalRow>(
    'update withdrawal set status = money_successful(), payout_reference = $2, ended_at = $3 where number = $1 and status = money_under_review() returning *',
    [number, payoutReference, at],
  )
}

export function markReturned(
  tx: Tx,
  number: bigint,
  reason: { code: 'cancelled_by_user' | 'rejected'; note: string | null; at: Date },
): Promise<WithdrawalRow | undefined> {
  return tx.first<WithdrawalRow>(
    `update withdrawal set status = money_failed(), reason_code = $2, reason_note = $3, ended_at = $4
      where number = $1 and status = money_under_review() returning *`,
    [number, reason.code, reason.note, reason.at],
  )
}

/** Erases who was paid from the withdrawals of a deleted user. */
export async function forgetPayees(tx: Tx, userId: bigint): Promise<void> {
  await tx.query(`update withdrawal set sealed_payee = null, method_name = '', method_masked = '' where user_id = $1`, [
    userId,
  ])
}
