import type { Queryable, Tx } from '../../database/database'
import type { SessionRow } from './repository'

/** A user keeps at most this many sessions; the ones unused longest make room. */
const SESSIONS_MAX = 50

export interface NewSessionRow {
  id: string
  tokenHash: Buffer
  userId: bigint
  device: string
  deviceId: string | null
  createdAt: Date
  expiresAt: Date
}

export async function insertSession(tx: Tx, session: NewSessionRow) {
  await tx.query(
    `delete from session where user_id = $1 and (expires_at <= $2 or id in (
       select id from session where user_id = $1 order by last_seen_at desc, id desc offset ${SESSIONS_MAX - 1}))`,
    [session.userId, session.createdAt],
  )
  await tx.query(
    `insert into session (id, token_hash, user_id, device, device_id, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [
      session.id,
      session.tokenHash,
      session.userId,
      session.device,
      session.deviceId,
      session.createdAt,
      session.expiresAt,
    ],
  )
}

export async function listSessions(tx: Queryable, userId: bigint, now: Date, idleSince: Date): Promise<SessionRow[]> {
  return tx.query<SessionRow>(
    `select id, device, created_at, last_seen_at from session
      where user_id = $1 and expires_at > $2 and last_seen_at > $3 order by last_seen_at desc, id desc limit 100`,
    [userId, now, idleSince],
  )
}

/** False when the user has no such session. `forgetDevice` also makes its device unknown. */
export function deleteSession(
  tx: Queryable,
  userId: bigint,
  sessionId: string,
  { forgetDevice }: { forgetDevice: boolean },
): Promise<boolean> {
  return tx.some(
    `with gone as (delete from session where user_id = $1 and id = $2 returning id, device_id),
          forgotten as (delete from device where $3 and id in (select device_id from gone))
     select id from gone`,
    [userId, sessionId, forgetDevice],
  )
}

export async function deleteExpiredSessions(tx: Queryable, now: Date, idleSince: Date) {
  await tx.query('delete from session where expires_at <= $1 or last_seen_at <= $2', [now, idleSince])
}
