import { ok, refuse } from '../../shared/result'
import { linkIdentity } from '../../staff/staffRepository'
import type { ActionHandler } from '../action'
import { checkStaff, staffSubject, tie } from './staff'

/**
 * Nobody signs up through the provider: an administrator says which person a subject stands for. Refuses a subject that
 * is another person's, and everything in a house without a provider.
 */
export const linkStaff: ActionHandler<'staff.link'> = {
  subject: staffSubject,
  async check(deps, params) {
    return deps.config.staffProvider ? checkStaff(deps, params) : refuse('not_found')
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
