import type { Queryable, Tx } from '../../database/database'
import type { SessionUser } from './places'

export interface PasskeyRow {
  id: string
  user_id: bigint
  credential_id: Buffer
  public_key: Buffer
  counter: bigint
  transports: string[]
  user_handle: Buffer
  name: string
  created_at: Date
  last_used_at: Date | null
}

const COLUMNS =
  'id, user_id, credential_id, public_key, counter, transports, user_handle, name, created_at, last_used_at'

/** Passkeys of one user, oldest first. */
export const listPasskeys = (tx: Queryable, userId: bigint): Promise<PasskeyRow[]> =>
  tx.query<PasskeyRow>(`select ${COLUMNS} from passkey where user_id = $1 order by created_at, id`, [userId])

export function findPasskey(tx: Queryable, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return tx.first<PasskeyRow>(`select ${COLUMNS} from passkey where credential_id = $1`, [credentialId])
}

/** Whether the user has this passkey; if so, nobody takes it away until the transaction ends. */
export function holdPasskey(tx: Tx, userId: bigint, credentialId: Buffer): Promise<boolean> {
  return tx.some('select 1 as found from passkey where user_id = $1 and credential_id = $2 for key share', [
    userId,
    credentialId,
  ])
}

/** Locks the user until the transaction ends, so that two passkeys at once cannot exceed the limit. */
export function lockUser(tx: Tx, userId: bigint): Promise<boolean> {
  return tx.some('select 1 from app_user where id = $1 and deleted_at is null for no key update', [userId])
}

/** Whether the session has not been ended. */
export function hasSession(tx: Tx, { id, sessionId }: SessionUser): Promise<boolean> {
  return tx.some('select 1 as found from session where id = $2 and user_id = $1', [id, sessionId])
}

/** False if this user or another already has this passkey. */
export function insertPasskey(tx: Tx, row: Omit<PasskeyRow, 'last_used_at'>): Promise<boolean> {
  return tx.some(
    `insert into passkey (id, user_id, credential_id, public_key, counter, transports, user_handle, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
    [
      row.id,
      row.user_id,
      row.credential_id,
      row.public_key,
      row.counter,
      row.transports,
      row.user_handle,
      row.name,
      row.created_at,
    ],
  )
}

/**
 * False if the counter went back, the sign of a copied passkey; 0 means an authenticator that does not count. Locks
 * the row, so that of two answers with one count the second fails.
 */
/** False for a counter that did not grow; one that ends at 0 was checked by `verifyAssertion`. */
export function noteUse(tx: Queryable, id: string, counter: bigint, now: Date): Promise<boolean> {
  return tx.some(
    `update passkey set counter = $2, last_used_at = $3
      where id = $1 and (counter < $2 or $2 = 0) returning id`,
    [id, counter, now],
  )
}

/** False when the user has no such passkey. */
export function renamePasskey(tx: Queryable, userId: bigint, id: string, name: string): Promise<boolean> {
  return tx.some('update passkey set name = $3 where user_id = $1 and id = $2 returning id', [userId, id, name])
}

/** Returns how many were deleted; without `id` deletes all passkeys of the user. */
export async function deletePasskeys(tx: Queryable, userId: bigint, id: string | null): Promise<number> {
  const rows = await tx.query('delete from passkey where user_id = $1 and ($2::uuid is null or id = $2) returning id', [
    userId,
    id,
  ])
  return rows.length
}
