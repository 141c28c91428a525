import { type ConsoleProblem, permissionsOf, type StaffRole } from '../../../contract/console'
import type { StaffKey } from '../../../contract/consoleSchemas'
import type { StaffFactor } from '../../../contract/staffSignIn'
import { attemptAudited } from '../auditLog/auditLog'
import type { Queryable } from '../database/database'
import { bindAll } from '../shared/bindAll'
import { ok, type Result, refuse } from '../shared/result'
import { DAY_MS } from '../shared/time'
import { hashToken, newToken } from '../shared/tokens'
import type { StaffDeps } from './deps'
import { actorOf, type StaffIdentity } from './staffIdentity'
import { confirmPerson } from './staffSignIn'

/** Lets people and scanners of leaked secrets recognize a key. */
const PREFIX = 'ftops_'
const KEYS_MAX = 10

interface KeyRow {
  id: bigint
  name: string
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
}

async function list({ database, clock }: StaffDeps, staff: StaffIdentity): Promise<{ items: StaffKey[] }> {
  const rows = await database.query<KeyRow>(
    `select id, name, created_at, expires_at, last_used_at from staff_key
      where staff_id = $1 and revoked_at is null and expires_at > $2 order by id desc limit $3`,
    [staff.id, new Date(clock.now()), KEYS_MAX],
  )
  return {
    items: rows.map((row) => ({
      id: String(row.id),
      name: row.name,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
  }
}

/** Asks for the second factor again: a key outlives the session that creates it. */
async function add(
  deps: StaffDeps,
  staff: StaffIdentity,
  { name, days, ...factor }: { name: string; days: number } & StaffFactor,
): Promise<Result<{ key: string }, ConsoleProblem>> {
  const checked = await confirmPerson(deps, staff, factor)
  if (!checked.ok) return checked
  const { token } = newToken()
  const key = PREFIX + token
  const now = deps.clock.now()
  return attemptAudited(deps.database, { actor: actorOf(staff), reason: 'keys' }, 'keys.add', async (tx) => {
    await tx.query('select 1 from staff_member where id = $1 for update', [staff.id])
    const row = await tx.first<{ id: bigint }>(
      `insert into staff_key (staff_id, name, key_hash, created_at, expires_at)
       select $1::bigint, $2, $3::bytea, $4::timestamptz, $5::timestamptz
        where (select count(*) from staff_key where staff_id = $1 and revoked_at is null and expires_at > $4) < $6
       returning id`,
      [staff.id, name, hashToken(key), new Date(now), new Date(now + days * DAY_MS), KEYS_MAX],
    )
    if (!row) return refuse('too_many_keys')
    const details = { key: String(row.id), name, days }
    return ok({ subject: `staff ${staff.login}`, details, value: { key } })
  })
}

function revoke(deps: StaffDeps, staff: StaffIdentity, id: string): Promise<Result<null, 'not_found'>> {
  return attemptAudited(deps.database, { actor: actorOf(staff), reason: 'keys' }, 'keys.revoke', async (tx) => {
    if (
      !(await tx.some(
        'update staff_key set revoked_at = $3 where id = $1 and staff_id = $2 and revoked_at is null returning id',
        [id, staff.id, new Date(deps.clock.now())],
      ))
    )
      return refuse('not_found')
    return ok({ subject: `staff ${staff.login}`, details: { key: id }, value: null })
  })
}

/** Personal keys for the command line: PRODUCT.md 20.10. */
export const createStaffKeys = (deps: StaffDeps) => bindAll(deps, { list, add, revoke })

/** The owner of a key; undefined for one that has expired, was revoked, or belongs to somebody who has left. */
export async function findByKey(database: Queryable, key: string, now: Date) {
  const row = await database.first<{ login: string; roles: StaffRole[] }>(
    `update staff_key key set last_used_at = $2 from staff_member member
      where key.key_hash = $1 and key.revoked_at is null and key.expires_at > $2
        and member.id = key.staff_id and member.disabled_at is null
     returning member.login, member.roles`,
    [hashToken(key), now],
  )
  return row && { actor: actorOf(row), permissions: permissionsOf(row.roles) }
}
