import { type Authority, audited, writeAudit } from '../../audit/auditLog'
import type { Deps } from '../../deps'
import { countAdministrators } from '../../staff/staffRepository'
import { createStaffService } from '../../staff/staffService'
import { changing, named, type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'

const linkOf = (token: string): Row => ({
  open: `/invitation#${token}`,
  at: 'the address of the staff console',
  valid: '24 hours',
})

async function link(deps: Deps, authority: Authority): Promise<Row> {
  const token = await createStaffService(deps).inviteFirst()
  if (token === undefined)
    throw new OpsRefusal('Somebody has joined already: administrators invite the others in the console.')
  await deps.database.withTransaction((tx) => writeAudit(tx, authority, 'staff.link', 'staff admin', {}))
  return linkOf(token)
}

/** Refuses where two other administrators can do it in the console. */
async function reset(deps: Deps, login: string, authority: Authority): Promise<Row> {
  return audited(deps.database, authority, 'staff.reset', async (tx) => {
    if ((await countAdministrators(tx, login)) >= 2)
      throw new OpsRefusal('There are two other administrators: they do this in the console, under "Staff".')
    const { token } = await createStaffService(deps)
      .reset(tx, login, authority.actor)
      .catch(() => {
        throw new OpsRefusal('Nobody has this login, or the person was disabled.')
      })
    return { subject: `staff ${login}`, details: {}, value: linkOf(token) }
  })
}

export function addStaffCommands({ program, answer }: OpsKit) {
  const staff = program.command('staff').description('accounts of the staff console')
  changing(
    staff.command('link').description('a new link for the first administrator, until somebody has joined'),
  ).action((options: Authority) => answer((deps) => link(deps, options)))
  changing(
    staff
      .command('reset')
      .description('a new password and authenticator for who lost them')
      .argument('<login>', '', named),
  ).action((login: string, options: Authority) => answer((deps) => reset(deps, login, options)))
}
