import { ok, refuse } from '../../shared/result'
import { endProposalsOf } from '../../staff/proposalEnds'
import { disable, lockStaff } from '../../staff/staffRepository'
import { actorOf } from '../../staff/staffService'
import type { ActionHandler } from '../action'
import { aboutStaff, keepAnAdministrator } from './staff'

/** For somebody who leaves; what they proposed ends with their access. Refuses the last administrator. */
export const disableStaff: ActionHandler<'staff.disable'> = {
  ...aboutStaff,
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
