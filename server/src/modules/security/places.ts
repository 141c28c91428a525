import type { Queryable } from '../../database/database'

/** The caller inside a session. */
export interface SessionUser {
  id: bigint
  sessionId: string
}

/**
 * Where wrong tries inside a session are counted. A device on which the right trade password was given, or that opened the
 * account, has its own count: nobody else can lock it. All others share one count, and so do sessions whose device was
 * forgotten, or repeated logins would be a way to keep guessing.
 */
export async function placeOf(database: Queryable, { id, sessionId }: SessionUser): Promise<string> {
  const row = await database.first<{ device_id: string }>(
    `select session.device_id from session join device on device.id = session.device_id and device.proven_at is not null
      where session.id = $2 and session.user_id = $1`,
    [id, sessionId],
  )
  return row ? `device ${row.device_id}` : 'new'
}

/** Notes a right trade password: from now on the device of the session counts by itself. */
export async function noteProof(database: Queryable, { id, sessionId }: SessionUser, now: number): Promise<void> {
  await database.query(
    `update device set proven_at = $3 from session
      where session.id = $2 and session.user_id = $1 and device.id = session.device_id and device.proven_at is null`,
    [id, sessionId, new Date(now)],
  )
}
