import type { Queryable } from '../../database/database'
import { DAY_MS } from '../../shared/time'

/** Who asks inside a session. */
export interface SessionUser {
  id: bigint
  sessionId: string
}

/**
 * A device counts separately once it has been known for this long; withdrawals wait as long after a login on a new one.
 */
export const SETTLED_MS = DAY_MS

/**
 * Where wrong tries inside a session are counted. A device that has been known for a day has a count of its own, and so
 * has the one that opened the account: nobody else can lock it. All newer devices share one count, or repeated logins
 * would be a way to keep guessing. The owner waits for a day at most, and only on a new device.
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
