import type { FastifyRequest } from 'fastify'
import type { Database, Tx } from '../database/database'
import type { Bus } from '../shared/bus'
import { BoundedMap } from '../shared/cache'
import type { Clock } from '../shared/clock'
import type { AuthenticatedUser } from '../shared/http'
import { RefusedError } from '../shared/result'
import { DAY_MS } from '../shared/time'
import { hashToken } from '../shared/tokens'

/** A session ends this long after it was last used, and in any case after `SESSION_ABSOLUTE_MS`. */
export const SESSION_IDLE_MS = 7 * DAY_MS
export const SESSION_ABSOLUTE_MS = 30 * DAY_MS

/**
 * A valid token is cached for this long. A session that ends is forgotten at once,
 * here and on nodes that learn of it from the bus; anywhere else it takes effect within this time.
 */
const CACHE_MS = 5_000
const CACHE_MAX = 20_000
const TOUCH_MS = 60_000

interface Cached {
  user: AuthenticatedUser
  believedUntil: number
}

interface SessionRow {
  id: string
  user_id: bigint
  account: string
  expires_at: Date
  last_seen_at: Date
}

async function findSession(database: Database, hash: Buffer, now: number): Promise<SessionRow | undefined> {
  const row = await database.first<SessionRow>(
    `select session.id, session.user_id, app_user.account, session.expires_at, session.last_seen_at
       from session join app_user on app_user.id = session.user_id
      where session.token_hash = $1 and session.expires_at > $2 and session.last_seen_at > $3
        and not exists (select from account_freeze frozen where frozen.user_id = session.user_id and frozen.kind = 'login')`,
    [hash, new Date(now), new Date(now - SESSION_IDLE_MS)],
  )
  if (row && now - row.last_seen_at.getTime() >= TOUCH_MS) {
    await database.query('update session set last_seen_at = $2 where id = $1', [row.id, new Date(now)])
  }
  return row
}

export type Auth = ReturnType<typeof createAuth>

export function createAuth(deps: { database: Database; clock: Clock; bus: Bus }) {
  const { database, clock, bus } = deps
  const cache = new BoundedMap<string, Cached>(CACHE_MAX)
  const ended = new Map<string, number>()

  async function userByToken(token: string): Promise<AuthenticatedUser | undefined> {
    if (!/^[\w-]{43}$/.test(token)) return undefined
    const hash = hashToken(token)
    const key = hash.toString('base64')
    const now = clock.now()
    const cached = cache.get(key)
    if (cached && cached.believedUntil > now) return cached.user
    cache.delete(key)
    const row = await findSession(database, hash, now)
    // A lookup that began before the session ended must not bring it back.
    if (!row || ended.has(row.id)) return undefined
    const user = { id: row.user_id, account: row.account, sessionId: row.id }
    cache.set(key, { user, believedUntil: Math.min(now + CACHE_MS, row.expires_at.getTime()) })
    return user
  }

  bus.subscribe('session_ended', ({ sessionId }) => {
    const now = clock.now()
    for (const [id, until] of ended) if (until <= now) ended.delete(id)
    ended.set(sessionId, now + CACHE_MS)
    for (const [key, { user }] of cache) if (user.sessionId === sessionId) cache.delete(key)
  })

  return {
    userByToken,
    /** Hook of guarded routes: sets `request.user` or refuses with `unauthenticated`. */
    async requireUser(request: FastifyRequest) {
      if (request.user) return
      const [, token] = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '') ?? []
      const user = token === undefined ? undefined : await userByToken(token)
      if (!user) throw new RefusedError({ code: 'unauthenticated' })
      request.user = user
    },
    /** In the caller's transaction: ends all sessions of a user but `keep`. Returns those to forget after the commit. */
    async endSessions(tx: Tx, userId: bigint, keep?: string): Promise<string[]> {
      const rows = await tx.query<{ id: string }>(
        'delete from session where user_id = $1 and ($2::uuid is null or id <> $2) returning id',
        [userId, keep ?? null],
      )
      return rows.map((row) => row.id)
    },
    /** In the caller's transaction: forgets all known devices of the user but that of the session `keep`. */
    async forgetDevices(tx: Tx, userId: bigint, keep?: string) {
      await tx.query(
        'delete from device where user_id = $1 and id is distinct from (select device_id from session where id = $2)',
        [userId, keep ?? null],
      )
    },
    /** After a session ended: no request of it passes any more, and its sockets receive nothing more of the account. */
    forgetSession(sessionId: string) {
      bus.publish({ type: 'session_ended', sessionId })
    },
  }
}
