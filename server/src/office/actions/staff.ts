import { ok } from '../../shared/result'
import { endProposalsOf } from '../../staff/proposalEnds'
import { refuse } from '../../staff/refusal'
import {
  countAdministrators,
  disable,
  findByLogin,
  linkIdentity,
  lockStaff,
  setRoles,
  unlinkIdentity,
} from '../../staff/staffRepository'
import { actorOf } from '../../staff/staffService'
import { noteTies } from '../../staff/staffTies'
import type { ActionContext, ActionHandler, ConsoleDeps } from '../action'

const subject = ({ login }: { login: string }) => `staff ${login}`

async function known(deps: ConsoleDeps, login: string) {
  const row = await findByLogin(deps.database, login)
  return row && !row.disabled_at ? ok(undefined) : refuse('not_found')
}

const linkOf = ({ token, expiresAt }: { token: string; expiresAt: Date }) => ({
  token,
  expiresAt: expiresAt.toISOString(),
})

/** The person who acts here could sign in as this person from now on. */
const tie = ({ tx, deps, asker, agreer }: ActionContext, login: string) =>
  noteTies(tx, login, agreer === undefined ? [asker] : [asker, agreer], new Date(deps.clock.now()))

export const inviteStaff: ActionHandler<'staff.invite'> = {
  subject,
  async check(deps, { login }) {
    return (await findByLogin(deps.database, login)) ? refuse('login_taken') : ok(undefined)
  },
  async run(context, params) {
    const { tx, deps, asker } = context
    await tie(context, params.login)
    const invited = await deps.staff.invite(tx, { ...params, invitedBy: asker })
    return invited.ok ? ok({ details: { roles: params.roles }, result: linkOf(invited.value) }) : invited
  },
}

/** At least one administrator who can sign in always remains. */
async function keepAnAdministrator(tx: Parameters<typeof countAdministrators>[0]) {
  return (await countAdministrators(tx)) > 0 ? ok(undefined) : refuse('last_administrator')
}

export const setStaffRoles: ActionHandler<'staff.roles'> = {
  subject,
  check: (deps, { login }) => known(deps, login),
  async run({ tx }, { login, roles }) {
    await lockStaff(tx)
    const before = (await findByLogin(tx, login))?.roles
    if (!(await setRoles(tx, login, roles))) return refuse('not_found')
    const kept = await keepAnAdministrator(tx)
    return kept.ok ? ok({ details: { before, after: roles } }) : kept
  },
}

export const disableStaff: ActionHandler<'staff.disable'> = {
  subject,
  check: (deps, { login }) => known(deps, login),
  async run({ tx, deps }, { login }) {
    await lockStaff(tx)
    const now = new Date(deps.clock.now())
    if (!(await disable(tx, login, now))) return refuse('not_found')
    const kept = await keepAnAdministrator(tx)
    if (!kept.ok) return kept
    await endProposalsOf(tx, actorOf({ login }), now)
    return ok({ details: {} })
  },
}

/** For staff who lost the password or the authenticator; both people who act must be sure who is asking. */
export const resetStaff: ActionHandler<'staff.reset'> = {
  subject,
  check: (deps, { login }) => known(deps, login),
  async run(context, { login }) {
    const { tx, deps, asker } = context
    await tie(context, login)
    const link = await deps.staff.reset(tx, login, asker)
    return link.ok ? ok({ details: {}, result: linkOf(link.value) }) : link
  },
}

/** Nobody signs up through the provider: an administrator says which person a subject stands for. */
export const linkStaff: ActionHandler<'staff.link'> = {
  subject,
  async check(deps, { login }) {
    return deps.config.staffProvider ? known(deps, login) : refuse('not_found')
  },
  async run(context, { login, subject: provided }) {
    const { tx, deps, asker } = context
    await tie(context, login)
    const issuer = deps.config.staffProvider?.issuer
    if (issuer === undefined) return refuse('not_found')
    const now = new Date(deps.clock.now())
    const outcome = await linkIdentity(tx, { issuer, subject: provided, login, by: asker, now })
    if (outcome !== 'linked') return refuse(outcome === 'taken' ? 'identity_taken' : 'not_found')
    return ok({ details: { issuer, subject: provided } })
  },
}

export const unlinkStaff: ActionHandler<'staff.unlink'> = {
  subject,
  check: (deps, { login }) => known(deps, login),
  async run({ tx }, { login }) {
    return (await unlinkIdentity(tx, login)) ? ok({ details: {} }) : refuse('not_found')
  },
}
