import type { LoginRecord, SessionEntry } from '../../../../contract/accounts'
import { SESSION_IDLE_MS } from '../../plugins/auth'
import type { AuthenticatedUser } from '../../shared/http'
import { type Page, type PageQuery, readNumbered } from '../../shared/page'
import { ok, type Result, refuse } from '../../shared/result'
import type { AccountsBase } from './deps'
import { ADDRESSES_KEPT_MS, listLoginRecords } from './loginRecords'
import * as repository from './sessionRepository'

/** Ends a session of the user; another one than their own also loses its device. */
export async function endSession(
  deps: AccountsBase,
  user: AuthenticatedUser,
  sessionId: string,
): Promise<Result<undefined, 'not_found'>> {
  const isOwn = sessionId === user.sessionId
  const deleted = await repository.deleteSession(deps.database, user.id, sessionId, { forgetDevice: !isOwn })
  if (!deleted) return refuse('not_found')
  deps.auth.forgetSession(sessionId)
  return ok(undefined)
}

export async function listSessions(deps: AccountsBase, user: AuthenticatedUser): Promise<SessionEntry[]> {
  const now = deps.clock.now()
  const rows = await repository.listSessions(deps.database, user.id, new Date(now), new Date(now - SESSION_IDLE_MS))
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    current: row.id === user.sessionId,
  }))
}

/** Newest first; addresses and what came from them are kept for 90 days. */
export async function listLogins(
  deps: AccountsBase,
  user: AuthenticatedUser,
  query: PageQuery,
): Promise<Result<Page<LoginRecord>, 'invalid_request'>> {
  const since = new Date(deps.clock.now() - ADDRESSES_KEPT_MS)
  return readNumbered(
    query,
    (before, limit) => listLoginRecords(deps.database, user.id, before, limit, since),
    ({ id, at, device, address, outcome }): LoginRecord => ({
      id: String(id),
      at: at.toISOString(),
      device,
      address,
      outcome,
    }),
  )
}

export const deleteExpiredSessions = ({ database }: AccountsBase, now: number) =>
  repository.deleteExpiredSessions(database, new Date(now), new Date(now - SESSION_IDLE_MS))
