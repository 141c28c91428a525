import type { PayoutAccount } from '../../../../contract/payoutAccount'
import type { Queryable, Tx } from '../../database/database'

export interface PayoutAccountRow {
  user_id: bigint
  kind: PayoutAccount['kind']
  nationality: string
  bank: string | null
  chain: PayoutAccount['chain']
  masked: string
  sealed: string
  bound_at: Date
  version: number
  change_open: boolean
  /** The user says that the bank has this name, which no rule finds to be the verified one. */
  name_asked_at: Date | null
  name_decided_at: Date | null
  name_accepted: boolean | null
  name_reason: string | null
}

export function findPayoutAccount(tx: Queryable, userId: bigint): Promise<PayoutAccountRow | undefined> {
  return tx.first<PayoutAccountRow>('select * from payout_account where user_id = $1', [userId])
}

/** Locks it for a withdrawal or a change: a user's withdrawals are created one after the other, and to one account. */
export function lockPayoutAccount(tx: Tx, userId: bigint): Promise<PayoutAccountRow | undefined> {
  return tx.first<PayoutAccountRow>('select * from payout_account where user_id = $1 for no key update', [userId])
}

export type NewPayoutAccount = Omit<
  PayoutAccountRow,
  'version' | 'change_open' | 'name_decided_at' | 'name_accepted' | 'name_reason'
>

/** False when the user has an account already. */
export function insertPayoutAccount(tx: Tx, account: NewPayoutAccount): Promise<boolean> {
  return tx.some(
    `insert into payout_account (user_id, kind, nationality, bank, chain, masked, sealed, bound_at,
                                 name_asked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning user_id`,
    valuesOf(account),
  )
}

/** Uses up the one change that the operator allowed. The caller has locked the row. */
export async function replacePayoutAccount(tx: Tx, account: NewPayoutAccount): Promise<void> {
  await tx.query(
    `update payout_account set kind = $2, nationality = $3, bank = $4, chain = $5, masked = $6, sealed = $7,
            bound_at = $8, name_asked_at = $9, name_decided_at = null, name_accepted = null, name_reason = null,
            version = version + 1, change_open = false
      where user_id = $1`,
    valuesOf(account),
  )
}

const valuesOf = (account: NewPayoutAccount) => [
  account.user_id,
  account.kind,
  account.nationality,
  account.bank,
  account.chain,
  account.masked,
  account.sealed,
  account.bound_at,
  account.name_asked_at,
]

/** Accounts whose name waits for a decision, longest waiting first. */
export function listWaitingNames(tx: Queryable, limit: number) {
  return tx.query<PayoutAccountRow & { account: string }>(
    `select payout_account.*, app_user.account from payout_account join app_user on app_user.id = payout_account.user_id
      where name_asked_at is not null and name_decided_at is null order by name_asked_at, user_id limit $1`,
    [limit],
  )
}

export async function saveNameDecision(tx: Tx, userId: bigint, reason: string | null, now: Date): Promise<void> {
  await tx.query(
    `update payout_account set name_decided_at = $2, name_accepted = $3, name_reason = $4 where user_id = $1`,
    [userId, now, reason === null, reason],
  )
}

export async function openChange(tx: Tx, userId: bigint): Promise<void> {
  await tx.query('update payout_account set change_open = true where user_id = $1', [userId])
}

export async function deletePayoutAccount(tx: Tx, userId: bigint): Promise<void> {
  await tx.query('delete from payout_account where user_id = $1', [userId])
}
