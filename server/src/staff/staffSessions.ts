import type { StaffSession } from '../../../contract/consoleSchemas'
import type { Tx } from '../database/database'
import { HOUR_MS, MINUTE_MS } from '../shared/time'
import { hashToken, newToken } from '../shared/tokens'
import type { StaffDeps } from './deps'
import { identityOf, type StaffIdentity } from './staffIdentity'
import * as repository from './staffRepository'

/** PRODUCT.md 20.2. */
const SESSION_MS = 12 * HOUR_MS
const IDLE_MS = 30 * MINUTE_MS
const TOUCH_MS = 30_000

export interface OpenedSession {
  token: string
  staff: StaffIdentity
}

/** In the caller's transaction, for a person who has proven their identity. */
export async function openSession({ clock }: StaffDeps, tx: Tx, row: repository.StaffRow): Promise<OpenedSession> {
  const { token, hash } = newToken()
  const now = clock.now()
  const endsAt = new Date(now + SESSION_MS)
  await repository.addSession(tx, { hash, staffId: row.id, now: new Date(now), endsAt })
  return { token, staff: identityOf(row, endsAt) }
}

export async function findSession({ database, clock }: StaffDeps, token: string): Promise<StaffIdentity | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const hash = hashToken(token)
  const now = clock.now()
  const row = await repository.findSession(database, hash, new Date(now), new Date(now - IDLE_MS))
  if (!row) return undefined
  // Not with every request: each would be a write.
  if (now - row.seen_at.getTime() >= TOUCH_MS) await repository.touchSession(database, hash, new Date(now))
  return identityOf(row, row.ends_at)
}

export const sessionToWire = ({ config }: StaffDeps, staff: StaffIdentity): StaffSession => ({
  staff: {
    id: String(staff.id),
    login: staff.login,
    name: staff.name,
    roles: [...staff.roles],
    permissions: [...staff.permissions],
  },
  endsAt: staff.endsAt.toISOString(),
  idleMinutes: IDLE_MS / MINUTE_MS,
  appName: config.appName,
  currency: config.currency.code,
  currencyScale: config.currency.scale,
})
