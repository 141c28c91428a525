import {
  PERMISSIONS,
  type Permission,
  permissionsOf,
  type Queue,
  ruleOf,
  STAFF_ACTION_NAMES,
  type StaffActionName,
} from '../../../contract/console'
import type { Queryable } from '../database/database'
import { ok, type Result, refuse } from '../shared/result'
import { findByLogin } from '../staff/staffRepository'
import { actorOf, loginOf, type StaffIdentity } from '../staff/staffService'

/** The actor: a person of the staff or, with demo funds, a name that was typed on the command line. */
export interface Actor {
  /** As the audit log names them. */
  name: string
  permissions: readonly Permission[]
  /** Null for a typed name, which is nobody's account. */
  staffId: bigint | null
}

export const actorFrom = (staff: StaffIdentity): Actor => ({
  name: actorOf(staff),
  permissions: staff.permissions,
  staffId: staff.id,
})

/** The person whom the audit log names so. */
export async function actorNamed(database: Queryable, name: string): Promise<Result<Actor, 'forbidden'>> {
  const login = loginOf(name)
  if (login === undefined) return ok({ name, permissions: Object.keys(PERMISSIONS) as Permission[], staffId: null })
  const row = await findByLogin(database, login)
  if (!row || row.disabled_at) return refuse('forbidden')
  return ok({ name, permissions: permissionsOf(row.roles), staffId: row.id })
}

/** Accounts of staff are not for a typed name to change. */
export const may = (actor: Actor, action: StaffActionName): boolean =>
  actor.permissions.includes(ruleOf(action).permission) && (actor.staffId !== null || !action.startsWith('staff.'))

/** Staff who may decide on the items of a queue see them. */
export const mayDecideOn = (staff: Pick<StaffIdentity, 'permissions'>, queue: Queue): boolean =>
  STAFF_ACTION_NAMES.map(ruleOf).some((rule) => rule.queue === queue && staff.permissions.includes(rule.permission))
