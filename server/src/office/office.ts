import { type ConsoleProblem, STAFF_ACTION_NAMES } from '../../../contract/console'
import type { Deps } from '../deps'
import { ok, type Result, refuse } from '../shared/result'
import { createStaffService } from '../staff/staffService'
import type { ConsoleDeps } from './action'
import { type Actor, actorNamed } from './actor'
import { takeAction, type Wish } from './proposals/act'
import { listOpen } from './proposals/proposalRepository'
import { createProposalService } from './proposals/proposalService'
import { claimItem, itemOf } from './queues/claims'

const LIST_MAX = 100

/** The command line has no page to claim an item on: acting claims it. */
async function claimForAction({ database, clock }: ConsoleDeps, actor: Actor, { action, params }: Wish) {
  const item = itemOf(action, params)
  if (!item || actor.staffId === null) return ok(undefined)
  return claimItem(database, item, { now: clock.now(), staffId: actor.staffId })
}

/** The back office for the command line: people are named as the audit log names them. */
export function createOffice(services: Deps) {
  const deps: ConsoleDeps = { ...services, staff: createStaffService(services) }
  const proposals = createProposalService(deps)
  /** Does `work` as the person who is named so. */
  async function as<T>(
    name: string,
    work: (actor: Actor) => Promise<Result<T, ConsoleProblem>>,
  ): Promise<Result<T, ConsoleProblem>> {
    const actor = await actorNamed(deps.database, name)
    return actor.ok ? work(actor.value) : actor
  }
  return {
    take: (name: string, wish: Wish) =>
      as(name, async (actor) => {
        const claimed = await claimForAction(deps, actor, wish)
        return claimed.ok ? takeAction(deps, actor, wish) : claimed
      }),
    agree: (name: string, id: string) => as(name, (actor) => proposals.agree(actor, id)),
    refuse: (name: string, id: string, reason: string) => as(name, (actor) => proposals.refuse(actor, id, reason)),
    withdraw: (name: string, id: string) => as(name, (actor) => proposals.withdraw(actor, id)),
    /** Everything that waits, without what is about a person. */
    open: () =>
      listOpen(deps.database, {
        now: new Date(deps.clock.now()),
        actions: STAFF_ACTION_NAMES,
        me: '',
        limit: LIST_MAX,
      }),
    /** One that this person may decide or has made. */
    find: (name: string, id: string) =>
      as(name, async (actor) => {
        const found = (await proposals.list(actor)).find((proposal) => proposal.id === id)
        return found ? ok(found) : refuse('proposal_over')
      }),
  }
}

export type Office = ReturnType<typeof createOffice>
