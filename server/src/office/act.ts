import type { StaffActionName } from '../../../contract/console'
import type { ActionAnswer, ActionParams } from '../../../contract/consoleSchemas'
import type { ReasonKind } from '../../../contract/operatorReasons'
import { audited, writeAudit } from '../auditLog/auditLog'
import type { Tx } from '../database/database'
import { DAY_MS } from '../shared/time'
import { ConsoleRefusal } from '../staff/refusal'
import { countAdministrators } from '../staff/staffRepository'
import type { ConsoleDeps } from './action'
import { handlerOf, ruleOf } from './actions/table'
import { type Actor, needPermission } from './actor'
import { needClaim } from './claims'
import { addProposal, addToDay } from './proposalRepository'

const PROPOSAL_MS = DAY_MS

export interface Wish<N extends StaffActionName = StaffActionName> {
  action: N
  params: ActionParams<N>
  reason: string
}

/** One administrator could make the second one, and be both. */
const makesAdministrator = (params: object) =>
  'roles' in params && Array.isArray(params.roles) && params.roles.includes('administrator')

/** Without an account there is no sum per day, so large amounts need a second name, as does what everybody is told. */
const mayTypedActAlone = ({ config }: ConsoleDeps, action: StaffActionName, amount: bigint) =>
  ruleOf(action).people === undefined && amount < config.operator.secondActorFrom

/** Runs in the transaction of the action itself, so that two requests cannot both fit under one daily limit. */
async function mayActAlone<N extends StaffActionName>(
  deps: ConsoleDeps,
  tx: Tx,
  actor: Actor,
  { action, params }: Wish<N>,
): Promise<boolean> {
  const { clock, config } = deps
  const { permission, people } = ruleOf(action)
  // Before a second administrator there is nobody to agree.
  if (permission === 'staff.manage' && people !== 'always_two') {
    if ((await countAdministrators(tx)) >= 2) return false
    if (config.operator.apartMs > 0 && makesAdministrator(params))
      throw new ConsoleRefusal('second_administrator_missing')
    return true
  }
  const { amount: amountIn, needsTwo } = handlerOf(action)
  const amount = amountIn?.(params, config.currency.scale) ?? 0n
  if (await needsTwo?.(tx, params)) return false
  if (actor.staffId === null) return mayTypedActAlone(deps, action, amount)
  const limit = config.console?.alone.get(action)
  if (limit === undefined || limit === null) return limit === null
  return addToDay(tx, { staffId: actor.staffId, action, amount, limit, now: new Date(clock.now()) })
}

async function propose<N extends StaffActionName>(
  { clock, sealer }: ConsoleDeps,
  tx: Tx,
  actor: Actor,
  { action, params, reason }: Wish<N>,
): Promise<string> {
  const now = clock.now()
  const id = await addProposal(tx, sealer, {
    action,
    subject: handlerOf(action).subject(params),
    params: params as Record<string, unknown>,
    reason,
    proposed_by: actor.name,
    created_at: new Date(now),
    expires_at: new Date(now + PROPOSAL_MS),
  })
  if (id === undefined) throw new ConsoleRefusal('already_proposed')
  return String(id)
}

/** Refuses unless the reason that the user is told can still be chosen; "other" needs a note. */
async function checkReason({ reasons, database }: ConsoleDeps, what: ReasonKind, params: object) {
  const { told, note } = params as { told: string; note?: string }
  if (told === 'other' && note === undefined) throw new ConsoleRefusal('reason_needed')
  if (!(await reasons.isOffered(database, what, told))) throw new ConsoleRefusal('reason_changed')
}

/** Checks everything that can be known before a second person is asked. */
async function checkWish<N extends StaffActionName>(deps: ConsoleDeps, actor: Actor, wish: Wish<N>) {
  const { action, params } = wish
  needPermission(actor, action)
  const handler = handlerOf(action)
  const { queue, tells } = ruleOf(action)
  if (tells) await checkReason(deps, tells, params)
  const key = handler.key?.(params)
  if (queue && key && actor.staffId !== null)
    await needClaim(deps.database, { queue, key }, { now: deps.clock.now(), staffId: actor.staffId })
  const amount = handler.amount?.(params, deps.config.currency.scale)
  if (amount !== undefined && amount > deps.config.operator.cap) throw new ConsoleRefusal('cap_exceeded')
  await handler.check(deps, params, actor.name)
}

/** Carries the action out if one person may do it alone, else proposes it to a second one (PRODUCT.md 20.3). */
export async function takeAction<N extends StaffActionName>(
  deps: ConsoleDeps,
  actor: Actor,
  wish: Wish<N>,
): Promise<ActionAnswer> {
  await checkWish(deps, actor, wish)
  const { action, params, reason } = wish
  const handler = handlerOf(action)
  const subject = handler.subject(params)
  const authority = { actor: actor.name, reason }
  const result = await deps.database.withTransaction(async (tx) => {
    if (!(await mayActAlone(deps, tx, actor, wish))) return undefined
    const run = await handler.run({ tx, deps, asker: authority.actor, reason }, params)
    await writeAudit(tx, authority, action, subject, run.details)
    return run.result ?? {}
  })
  if (result) return { state: 'done', proposal: null, result }
  const proposal = await audited(deps.database, authority, `${action}.propose`, async (tx) => {
    const id = await propose(deps, tx, actor, wish)
    return { subject, details: { proposal: id }, value: id }
  })
  return { state: 'waiting', proposal, result: {} }
}
