import { STAFF_ACTION_NAMES } from '../../../contract/console'
import type { Deps } from '../deps'
import { ConsoleRefusal } from '../staff/refusal'
import { createStaffService } from '../staff/staffService'
import { takeAction, type Wish } from './act'
import type { ConsoleDeps } from './action'
import { handlerOf, ruleOf } from './actions/table'
import { type Actor, actorNamed } from './actor'
import { claim } from './claims'
import { listOpen } from './proposalRepository'
import { createProposalService } from './proposalService'

const LIST_MAX = 100

/** The command line has no page to claim an item on: acting claims it. */
async function claimItem({ database, clock }: ConsoleDeps, actor: Actor, { action, params }: Wish) {
  const { queue } = ruleOf(action)
  const key = handlerOf(action).key?.(params)
  if (queue && key !== undefined && actor.staffId !== null)
    await claim(database, { queue, key }, { now: clock.now(), staffId: actor.staffId })
}

/** The back office for the command line: people are named as the audit log names them. */
export function createOffice(services: Deps) {
  const deps: ConsoleDeps = { ...services, staff: createStaffService(services) }
  const proposals = createProposalService(deps)
  const by = (name: string) => actorNamed(deps.database, name)
  return {
    async take(name: string, wish: Wish) {
      const actor = await by(name)
      await claimItem(deps, actor, wish)
      return takeAction(deps, actor, wish)
    },
    agree: async (name: string, id: string) => proposals.agree(await by(name), id),
    refuse: async (name: string, id: string, reason: string) => proposals.refuse(await by(name), id, reason),
    withdraw: async (name: string, id: string) => proposals.withdraw(await by(name), id),
    /** Everything that waits, without what is about a person. */
    open: () =>
      listOpen(deps.database, {
        now: new Date(deps.clock.now()),
        actions: STAFF_ACTION_NAMES,
        me: '',
        limit: LIST_MAX,
      }),
    /** One that this person may decide or has made. */
    async find(name: string, id: string) {
      const found = (await proposals.list(await by(name))).find((proposal) => proposal.id === id)
      if (!found) throw new ConsoleRefusal('proposal_over')
      return found
    },
  }
}

export type Office = ReturnType<typeof createOffice>
