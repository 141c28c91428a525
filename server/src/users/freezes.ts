import type { FreezeKind } from '../../../contract/limits'
import type { Queryable, Tx } from '../database/database'
import type { Refusal } from '../shared/result'
import { lockAccount } from './accountLock'

export interface Freeze {
  kind: FreezeKind
  /** As `operatorReasonOf` writes it. */
  reason: string
  frozen_by: string
  frozen_at: Date
}

const CODES = { login: 'login_frozen', orders: 'orders_frozen', money_out: 'withdrawals_frozen' } as const
type FreezeCode<K extends FreezeKind> = (typeof CODES)[K]

/** The current stops of a user. */
export const listFreezes = (tx: Queryable, userId: bigint): Promise<Freeze[]> =>
  tx.query<Freeze>('select kind, reason, frozen_by, frozen_at from account_freeze where user_id = $1 order by kind', [
    userId,
  ])

/** Why this is stopped for the user; a stopped log-in stops the rest. The statements that act check for themselves. */
export async function findFreeze(tx: Queryable, userId: bigint, kind: FreezeKind): Promise<string | undefined> {
  const row = await tx.first<{ reason: string }>(
    `select reason from account_freeze where user_id = $1 and kind in ($2, 'login') order by kind = $2 desc limit 1`,
    [userId, kind],
  )
  return row?.reason
}

/** The refusal that the user reads if a statement has found the action stopped. */
export async function freezeRefusal<K extends FreezeKind>(
  tx: Queryable,
  userId: bigint,
  kind: K,
): Promise<Refusal<FreezeCode<K>>> {
  const reason = await findFreeze(tx, userId, kind)
  return reason === undefined ? { code: CODES[kind] } : { code: CODES[kind], details: { reason } }
}

/**
 * Locks what placing an order and asking for a withdrawal lock, and then what a log-in locks: a deletion takes these
 * locks in the same order. Any of these actions that comes after a freeze sees it.
 */
export async function lockForFreeze(tx: Tx, userId: bigint): Promise<void> {
  await lockAccount(tx, userId)
  await tx.query('select 1 from app_user where id = $1 for no key update', [userId])
}
