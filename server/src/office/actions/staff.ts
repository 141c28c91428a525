import type { Tx } from '../../database/database'
import { ok, refuse } from '../../shared/result'
import { countAdministrators, findByLogin } from '../../staff/staffRepository'
import { noteTies } from '../../staff/staffTies'
import type { ActionContext, ConsoleDeps } from '../action'

export const staffSubject = ({ login }: { login: string }) => `staff ${login}`

/** Refuses a login that nobody has, and that of somebody who has left. */
export async function checkStaff(deps: ConsoleDeps, { login }: { login: string }) {
  const row = await findByLogin(deps.database, login)
  return row && !row.disabled_at ? ok(undefined) : refuse('not_found')
}

/** Of an action that concerns one person of the staff. */
export const aboutStaff = { subject: staffSubject, check: checkStaff }

export const linkOf = ({ token, expiresAt }: { token: string; expiresAt: Date }) => ({
  token,
  expiresAt: expiresAt.toISOString(),
})

/** The person who acts here could sign in as this person from now on. */
export function tie({ tx, deps, asker, agreer }: ActionContext, login: string) {
  const makers = agreer === undefined ? [asker] : [asker, agreer]
  return noteTies(tx, { login, makers, alone: agreer === undefined }, new Date(deps.clock.now()))
}

/** At least one administrator who can sign in always remains. */
export async function keepAnAdministrator(tx: Tx) {
  return (await countAdministrators(tx)) > 0 ? ok(undefined) : refuse('last_administrator')
}
