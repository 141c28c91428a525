import type { HoldReason } from '../../../contract/limits'
import type { Queryable, Tx } from '../database/database'
import { DAY_MS } from '../shared/time'

/** PRODUCT.md 12.5: for how long nothing is withdrawn after a change. */
export const HOLD_MS: Record<HoldReason, number> = {
  new_device: DAY_MS,
  password: DAY_MS,
  second_factor: DAY_MS,
  payout_account: 3 * DAY_MS,
  reset: DAY_MS,
}

export interface Hold {
  reason: HoldReason
  until: Date
}

/**
 * Holds withdrawals from now on, in the transaction of the change. It takes the lock on the user's account that a withdrawal
 * takes, so that none slips through between. A hold that ends later stays.
 */
export async function beginHold(tx: Tx, userId: bigint, reason: HoldReason, now: number): Promise<void> {
  await tx.query(
    `with account as materialized (
       select user_id from ledger_account where user_id = $1 and kind = account_available() for no key update)
     insert into withdrawal_hold as hold (user_id, reason, until) select user_id, $2, $3 from account
       on conflict (user_id) do update set reason = excluded.reason, until = excluded.until where hold.until <= excluded.until`,
    [userId, reason, new Date(now + HOLD_MS[reason])],
  )
}

/**
 * Takes the lock of a hold that may begin later in the transaction, before the user's lock. A deletion takes both in
 * the same order, so that neither waits for the other.
 */
export async function lockForHold(tx: Tx, userId: bigint): Promise<void> {
  await tx.query('select 1 from ledger_account where user_id = $1 and kind = account_available() for no key update', [
    userId,
  ])
}

export function findHold(tx: Queryable, userId: bigint, now: number): Promise<Hold | undefined> {
  return tx.first<{ reason: HoldReason; until: Date }>(
    'select reason, until from withdrawal_hold where user_id = $1 and until > $2',
    [userId, new Date(now)],
  )
}
