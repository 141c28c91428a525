import { type Permission, permissionsOf, type StaffRole } from '../../../contract/console'
import type { StaffRow } from './staffRepository'

/** The person behind a request of the console. */
export interface StaffIdentity {
  id: bigint
  login: string
  name: string
  roles: readonly StaffRole[]
  permissions: readonly Permission[]
  endsAt: Date
}

export const identityOf = (row: StaffRow, endsAt: Date): StaffIdentity => ({
  id: row.id,
  login: row.login,
  name: row.name,
  roles: row.roles,
  permissions: permissionsOf(row.roles),
  endsAt,
})

/** Begins the names of staff in the audit log; nobody can type such a name on the command line. */
export const STAFF_PREFIX = 'staff/'
export const actorOf = (staff: { login: string }) => STAFF_PREFIX + staff.login
/** Undefined for a name that was typed. */
export const loginOf = (actor: string) =>
  actor.startsWith(STAFF_PREFIX) ? actor.slice(STAFF_PREFIX.length) : undefined
