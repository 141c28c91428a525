import type { Queryable, Tx } from '../../database/database'
import { accountKey, type SessionRow } from './repository'

/** A user keeps at most this many sessions; the ones unused for longest make room. */
const SESSIONS_MAX = 50

export interface NewSessionRow {
  id: string
  tokenHash: Buffer
  userId: bigint
  device: string
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
    `insert into session (id, token_hash, user_id, device, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [session.id, session.tokenHash, session.userId, session.device, session.createdAt, session.expiresAt],
  )
}

export async function listSessions(tx: Queryable, userId: bigint, now: Date, idleSince: Date): Promise<SessionRow[]> {
  return tx.query<SessionRow>(
    `select id, device, created_at, last_seen_at from session
      where user_id = $1 and expires_at > $2 and last_seen_at > $3 order by last_seen_at desc, id desc limit 100`,
    [userId, now, idleSince],
  )
}

/** False when the user has no such session. */
export async function deleteSession(tx: Queryable, userId: bigint, sessionId: string): Promise<boolean> {
  const rows = await tx.query('delete from session where user_id = $1 and id = $2 returning id', [userId, sessionId])
  return rows.length > 0
}

export async function deleteExpiredSessions(tx: Queryable, now: Date, idleSince: Date) {
  await tx.query('delete from session where expires_at <= $1 or last_seen_at <= $2', [now, idleSince])
}

/**
 * Counts a login that is about to be checked as wrong, unless the account has to wait: then it answers how long, in ms.
 * Counting first leaves no gap for parallel guesses. `free` wrong ones cost nothing; each further one doubles the wait.
 */
export async function beginAttempt(
  tx: Queryable,
  account: string,
  now: number,
  rule: { free: number; waitMaxMs: number; forgetMs: number },
): Promise<{ waitMs: number }> {
  const rows = await tx.query<{ failures: number }>(
    `insert into login_attempt as a (account_key, failures, last_failed_at, next_allowed_at)
     values ($1, 1, $2, $2)
     on conflict (account_key) do update set
       failures = case when a.last_failed_at <= $3 then 1 else least(a.failures + 1, 1000) end,
       last_failed_at = $2,
       next_allowed_at = case when a.last_failed_at <= $3 or a.failures + 1 < $4 then $2
         else $2 + make_interval(secs => least($5::float8, power(2, least(a.failures + 1 - $4, 20)) * 1000) / 1000) end
     where a.next_allowed_at <= $2
     returning failures`,
    [accountKey(account), new Date(now), new Date(now - rule.forgetMs), rule.free, rule.waitMaxMs],
  )
  if (rows.length > 0) return { waitMs: 0 }
  const waiting = await tx.query<{ next_allowed_at: Date }>(
    'select next_allowed_at from login_attempt where account_key = $1',
    [accountKey(account)],
  )
  return { waitMs: Math.max(1, (waiting[0]?.next_allowed_at.getTime() ?? now) - now) }
}

export async function clearAttempts(tx: Queryable, account: string) {
  await tx.query('delete from login_attempt where account_key = $1', [accountKey(account)])
}

export async function deleteOldAttempts(tx: Queryable, before: Date) {
  await tx.query('delete from login_attempt where last_failed_at <= $1 and next_allowed_at <= $1', [before])
}
