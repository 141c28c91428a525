import type { Queryable } from '../../database/database'
import { DAY_MS } from '../../shared/time'

/** Who asks inside a session. */
export interface SessionUser {
  id: bigint
  sessionId: string
}

/** A device counts apart once it has been known for so long; money waits as long after a sign-in on a new one. */
export const SETTLED_MS = DAY_MS

/**
 * Where wrong tries inside a session are counted. A device that has been known for a day counts apart, and so does the one
 * that the account was opened on: nobody else can lock it. All newer ones share one count, or signing in again and again
 * would be a way to go on guessing. The account's owner waits for a day at most, and only on a new device.
 */
export async function placeOf(database: Queryable, { id, sessionId }: SessionUser, now: number): Promise<string> {
  const rows = await database.query<{ device_id: string | null; settled: boolean }>(
    `select session.device_id,
            coalesce(device.first_at, session.created_at) <= $3
              or device.first_at is not distinct from app_user.first_login_at as settled
       from session
       join app_user on app_user.id = session.user_id
       left join device on device.id = session.device_id
      where session.id = $2 and session.user_id = $1`,
    [id, sessionId, new Date(now - SETTLED_MS)],
  )
  const row = rows[0]
  if (!row?.settled) return 'new'
  return row.device_id === null ? `session ${sessionId}` : `device ${row.device_id}`
}
