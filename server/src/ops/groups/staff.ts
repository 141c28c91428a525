import type { ConsoleProblem } from '../../../../contract/console'
import { type Authority, audited, writeAudit } from '../../auditLog/auditLog'
import type { Deps } from '../../deps'
import type { Result } from '../../shared/result'
import { countAdministrators } from '../../staff/staffRepository'
import { createStaffService } from '../../staff/staffService'
import { noteTies } from '../../staff/staffTies'
import { changing, named, type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'

const linkOf = (token: string): Row => ({
  open: `/invitation#${token}`,
  at: 'the address of the staff console',
  valid: '24 hours',
})

/** Puts a refusal into words. */
function orRefuse<T>(result: Result<T, ConsoleProblem>, sentence: string): T {
  if (!result.ok) throw new OpsRefusal(sentence)
  return result.value
}

async function link(deps: Deps, authority: Authority): Promise<Row> {
  const token = await createStaffService(deps).inviteFirst()
  if (token === undefined)
    throw new OpsRefusal('Somebody has joined already: administrators invite the others in the console.')
  await deps.database.withTransaction((tx) => writeAudit(tx, authority, 'staff.link', 'staff admin', {}))
  return linkOf(token)
}

/** Refuses if two other administrators can do it in the console. */
async function reset(deps: Deps, login: string, authority: Authority): Promise<Row> {
  return audited(deps.database, authority, 'staff.reset', async (tx) => {
    if ((await countAdministrators(tx, login)) >= 2)
      throw new OpsRefusal('There are two other administrators: they do this in the console, under "Staff".')
    const link = await createStaffService(deps).reset(tx, login, authority.actor)
    const { token } = orRefuse(link, 'Nobody has this login, or the person was disabled.')
    return { subject: `staff ${login}`, details: {}, value: linkOf(token) }
  })
}

/** A link for the second administrator, whom the first one cannot make without being both. */
async function administrator(deps: Deps, login: string, name: string, authority: Authority): Promise<Row> {
  return audited(deps.database, authority, 'staff.invite', async (tx) => {
    if ((await countAdministrators(tx)) >= 2)
      throw new OpsRefusal('There are two administrators: they do this in the console, under "Staff".')
    // Who runs the machine vouches for the second administrator: with an unending tie these two could never act together.
    await noteTies(tx, { login, makers: [authority.actor], alone: false }, new Date(deps.clock.now()))
    const person = { login, name, roles: ['administrator'] as const, invitedBy: authority.actor }
    const invited = await createStaffService(deps).invite(tx, person)
    const { token } = orRefuse(invited, 'Somebody has this login already.')
    return { subject: `staff ${login}`, details: { roles: person.roles }, value: linkOf(token) }
  })
}

export function addStaffCommands({ program, answer }: OpsKit) {
  const staff = program.command('staff').description('accounts of the staff console')
  changing(
    staff.command('link').description('a new link for the first administrator, until somebody has joined'),
  ).action((options: Authority) => answer((deps) => link(deps, options)))
  changing(
    staff
      .command('administrator')
      .description('an invitation for the second administrator, while there is one')
      .argument('<login>', '', named)
      .argument('<name>', '', named),
  ).action((login: string, name: string, options: Authority) =>
    answer((deps) => administrator(deps, login, name, options)),
  )
  changing(
    staff
      .command('reset')
      .description('a new password and authenticator for who lost them')
      .argument('<login>', '', named),
  ).action((login: string, options: Authority) => answer((deps) => reset(deps, login, options)))
}
