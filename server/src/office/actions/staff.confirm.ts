import { ok, refuse } from '../../shared/result'
import { actorOf } from '../../staff/staffService'
import { endTies, tiesAt } from '../../staff/staffTies'
import type { ActionHandler } from '../action'
import { aboutStaff } from './staff'

/** Two people who did not let this person in know it as another person: its ties end (PRODUCT.md 20.3). */
export const confirmStaff: ActionHandler<'staff.confirm'> = {
  ...aboutStaff,
  async run({ tx, deps, asker, agreer }, { login }) {
    const person = actorOf({ login })
    const areTied = await tiesAt(tx, deps.clock.now(), deps.config.operator.apartMs)
    for (const confirmer of [asker, agreer ?? asker])
      if (confirmer === person || areTied(confirmer, person)) return refuse('proposal_tied')
    return (await endTies(tx, login)) ? ok({ details: {} }) : refuse('not_found')
  },
}
