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
    `select s.device_id,
            coalesce(d.first_at, s.created_at) <= $3 or d.first_at is not distinct from u.first_login_at as settled
       from session s join app_user u on u.id = s.user_id left join device d on d.id = s.device_id
      where s.id = $2 and s.user_id = $1`,
    [id, sessionId, new Date(now - SETTLED_MS)],
  )
  const row = rows[0]
  if (!row?.settled) return 'new'
  return row.device_id === null ? `session ${sessionId}` : `device ${row.device_id}`
}
