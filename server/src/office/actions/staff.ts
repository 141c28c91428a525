import { ConsoleRefusal } from '../../staff/refusal'
import {
  countAdministrators,
  disable,
  findByLogin,
  linkIdentity,
  lockStaff,
  setRoles,
  unlinkIdentity,
} from '../../staff/staffRepository'
import { noteTies } from '../../staff/staffTies'
import type { ActionContext, ActionHandler, ConsoleDeps } from '../action'

const subject = ({ login }: { login: string }) => `staff ${login}`

async function known(deps: ConsoleDeps, login: string) {
  const row = await findByLogin(deps.database, login)
  if (!row || row.disabled_at) throw new ConsoleRefusal('not_found')
}

/** The person who acts here could sign in as this person from now on. */
const tie = ({ tx, deps, asker, agreer }: ActionContext, login: string) =>
  noteTies(tx, login, agreer === undefined ? [asker] : [asker, agreer], new Date(deps.clock.now()))

export const inviteStaff: ActionHandler<'staff.invite'> = {
  subject,
  async check(deps, { login }) {
    if (await findByLogin(deps.database, login)) throw new ConsoleRefusal('login_taken')
  },
  async run(context, params) {
    const { tx, deps, asker } = context
    await tie(context, params.login)
    const { token, expiresAt } = await deps.staff.invite(tx, { ...params, invitedBy: asker })
    return { details: { roles: params.roles }, result: { token, expiresAt: expiresAt.toISOString() } }
  },
}

/** At least one administrator who can sign in always remains. */
async function keepAnAdministrator(tx: Parameters<typeof countAdministrators>[0]) {
  if ((await countAdministrators(tx)) === 0) throw new ConsoleRefusal('last_administrator')
}

export const setStaffRoles: ActionHandler<'staff.roles'> = {
  subject,
  check: (deps, { login }) => known(deps, login),
  async run({ tx }, { login, roles }) {
    await lockStaff(tx)
    const before = (await findByLogin(tx, login))?.roles
    if (!(await setRoles(tx, login, roles))) throw new ConsoleRefusal('not_found')
    await keepAnAdministrator(tx)
    return { details: { before, after: roles } }
  },
}

export const disableStaff: ActionHandler<'staff.disable'> = {
  subject,
  check: (deps, { login }) => known(deps, login),
  async run({ tx, deps }, { login }) {
    await lockStaff(tx)
    if (!(await disable(tx, login, new Date(deps.clock.now())))) throw new ConsoleRefusal('not_found')
    await keepAnAdministrator(tx)
    return { details: {} }
  },
}

/** For staff who lost the password or the authenticator; both people who act must be sure who is asking. */
export const resetStaff: ActionHandler<'staff.reset'> = {
  subject,
  check: (deps, { login }) => known(deps, login),
  async run(context, { login }) {
    const { tx, deps, asker } = context
    await tie(context, login)
    const { token, expiresAt } = await deps.staff.reset(tx, login, asker)
    return { details: {}, result: { token, expiresAt: expiresAt.toISOString() } }
  },
}

/** Nobody signs up through the provider: an administrator says which person a subject stands for. */
export const linkStaff: ActionHandler<'staff.link'> = {
  subject,
  async check(deps, { login }) {
    if (!deps.config.staffProvider) throw new ConsoleRefusal('not_found')
    await known(deps, login)
  },
  async run(context, { login, subject: provided }) {
    const { tx, deps, asker } = context
    await tie(context, login)
    const issuer = deps.config.staffProvider?.issuer
    if (issuer === undefined) throw new ConsoleRefusal('not_found')
    const now = new Date(deps.clock.now())
    const outcome = await linkIdentity(tx, { issuer, subject: provided, login, by: asker, now })
    if (outcome !== 'linked') throw new ConsoleRefusal(outcome === 'taken' ? 'identity_taken' : 'not_found')
    return { details: { issuer, subject: provided } }
  },
}

export const unlinkStaff: ActionHandler<'staff.unlink'> = {
  subject,
  check: (deps, { login }) => known(deps, login),
  async run({ tx }, { login }) {
    if (!(await unlinkIdentity(tx, login))) throw new ConsoleRefusal('not_found')
    return { details: {} }
  },
}
