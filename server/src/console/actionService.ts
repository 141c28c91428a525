import type { StaffActionName } from '../../../contract/console'
import type { ActionAnswer, ActionParams } from '../../../contract/consoleSchemas'
import { audited, writeAudit } from '../audit/auditLog'
import type { Tx } from '../database/database'
import { DAY_MS } from '../shared/time'
import { ConsoleRefusal } from '../staff/refusal'
import { countAdministrators } from '../staff/staffRepository'
import { actorOf, type StaffIdentity } from '../staff/staffService'
import { handlerOf, needPermission, ruleOf } from './actionTable'
import { needClaim } from './claims'
import type { ConsoleDeps } from './handler'
import { addProposal, addToDay } from './proposalRepository'

const PROPOSAL_MS = DAY_MS

interface Wish<N extends StaffActionName = StaffActionName> {
  action: N
  params: ActionParams<N>
  reason: string
}

/** One administrator could make the second one, and be both. */
const makesAdministrator = (params: object) =>
  'roles' in params && Array.isArray(params.roles) && params.roles.includes('administrator')

/** Runs in the transaction of the action itself, so that two requests cannot both fit under one daily limit. */
async function mayActAlone<N extends StaffActionName>(
  { clock, config }: ConsoleDeps,
  tx: Tx,
  staff: StaffIdentity,
  { action, params }: Wish<N>,
): Promise<boolean> {
  // Before a second administrator there is nobody to agree.
  if (ruleOf(action).permission === 'staff.manage') {
    if ((await countAdministrators(tx)) >= 2) return false
    if (config.operator.apartMs > 0 && makesAdministrator(params))
      throw new ConsoleRefusal('second_administrator_missing')
    return true
  }
  const limit = config.console?.alone.get(action)
  if (limit === undefined || (await handlerOf(action).needsTwo?.(tx, params))) return false
  if (limit === null) return true
  const amount = handlerOf(action).amount?.(params, config.currency.scale) ?? 0n
  return addToDay(tx, { staffId: staff.id, action, amount, limit, now: new Date(clock.now()) })
}

async function propose<N extends StaffActionName>(
  { clock }: ConsoleDeps,
  tx: Tx,
  staff: StaffIdentity,
  { action, params, reason }: Wish<N>,
): Promise<string> {
  const now = clock.now()
  const id = await addProposal(tx, {
    action,
    subject: handlerOf(action).subject(params),
    params: params as Record<string, unknown>,
    reason,
    proposed_by: staff.id,
    created_at: new Date(now),
    expires_at: new Date(now + PROPOSAL_MS),
  })
  if (id === undefined) throw new ConsoleRefusal('already_proposed')
  return String(id)
}

/** Checks everything that can be known before a second person is asked. */
async function checkWish<N extends StaffActionName>(deps: ConsoleDeps, staff: StaffIdentity, wish: Wish<N>) {
  const { action, params } = wish
  needPermission(staff, action)
  const handler = handlerOf(action)
  const { queue } = ruleOf(action)
  const key = handler.key?.(params)
  if (queue && key) await needClaim(deps.database, { queue, key }, { now: deps.clock.now(), staff })
  const amount = handler.amount?.(params, deps.config.currency.scale)
  if (amount !== undefined && amount > deps.config.operator.cap) throw new ConsoleRefusal('cap_exceeded')
  await handler.check(deps, params, actorOf(staff))
}

/** Carries the action out where one person may do it alone, else proposes it to a second one (PRODUCT.md 20.3). */
export async function takeAction<N extends StaffActionName>(
  deps: ConsoleDeps,
  staff: StaffIdentity,
  wish: Wish<N>,
): Promise<ActionAnswer> {
  await checkWish(deps, staff, wish)
  const { action, params, reason } = wish
  const handler = handlerOf(action)
  const subject = handler.subject(params)
  const authority = { actor: actorOf(staff), reason }
  const result = await deps.database.withTransaction(async (tx) => {
    if (!(await mayActAlone(deps, tx, staff, wish))) return undefined
    const run = await handler.run({ tx, deps, asker: authority.actor, reason }, params)
    await writeAudit(tx, authority, action, subject, run.details)
    return run.result ?? {}
  })
  if (result) return { state: 'done', proposal: null, result }
  const proposal = await audited(deps.database, authority, `${action}.propose`, async (tx) => {
    const id = await propose(deps, tx, staff, wish)
    return { subject, details: { proposal: id }, value: id }
  })
  return { state: 'waiting', proposal, result: {} }
}
