import type { Queryable, Tx } from '../../database/database'
import { newId } from '../../shared/ids'
import { hashToken, newToken } from '../../shared/tokens'

/** A user keeps at most this many known devices; the ones unused longest make room. */
const DEVICES_MAX = 20

/** Where a request comes from. */
export interface Origin {
  /** As `describeDevice` names it. */
  device: string
  /** Network address. */
  address: string
  /** The token that the device keeps from an earlier login to this account. */
  deviceToken: string | undefined
}

/** The device that holds this token, if this user knows it. */
export async function findDevice(
  tx: Queryable,
  userId: bigint,
  token: string | undefined,
): Promise<string | undefined> {
  if (token === undefined) return undefined
  const row = await tx.first<{ id: string }>('select id from device where user_id = $1 and token_hash = $2', [
    userId,
    hashToken(token),
  ])
  return row?.id
}

/** Records the login of a known device. */
export async function touchDevice(tx: Tx, id: string, name: string, now: Date) {
  await tx.query('update device set name = $2, last_at = $3 where id = $1', [id, name, now])
}

/** Adds a device that signs in for the first time; `isProven` for the one that opens the account. It receives its token, and only the hash is stored. */
export async function addDevice(
  tx: Tx,
  userId: bigint,
  name: string,
  now: Date,
  { isProven = false } = {},
): Promise<{ id: string; token: string }> {
  // Repeated sign-ins do not push out devices that have shown whose they are.
  await tx.query(
    `delete from device where id in (
       select id from device where user_id = $1
        order by proven_at is null, last_at desc, id desc offset ${DEVICES_MAX - 1})`,
    [userId],
  )
  const { token, hash } = newToken()
  const id = newId()
  await tx.query(
    `insert into device (id, user_id, token_hash, name, first_at, last_at, proven_at)
       values ($1, $2, $3, $4, $5, $5, $6)`,
    [id, userId, hash, name, now, isProven ? now : null],
  )
  return { id, token }
}

/** True for the first login of an account, and only once. */
export function takeFirstLogin(tx: Tx, userId: bigint, now: Date): Promise<boolean> {
  return tx.some('update app_user set first_login_at = $2 where id = $1 and first_login_at is null returning id', [
    userId,
    now,
  ])
}
