import { type ConsoleProblem, ruleOf, type StaffActionName, type StaffActionWith } from '../../../../contract/console'
import type { ActionAnswer, ActionParams } from '../../../../contract/consoleActions'
import type { ReasonKind } from '../../../../contract/operatorReasons'
import { attemptAudited, writeAudit } from '../../auditLog/auditLog'
import type { Tx } from '../../database/database'
import { ok, type Result, refuse } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import { countAdministrators } from '../../staff/staffRepository'
import { amountOf, type ConsoleDeps } from '../action'
import { handlerOf } from '../actions/table'
import { type Actor, may } from '../actor'
import { itemOf, needClaim } from '../queues/claims'
import { addProposal, addToDay } from './proposalRepository'

const PROPOSAL_MS = DAY_MS

export interface Wish<N extends StaffActionName = StaffActionName> {
  action: N
  params: ActionParams<N>
  reason: string
}

/** With the amount that its parameters name, in minor units; 0 for an action that moves no money. */
type Checked<N extends StaffActionName = StaffActionName> = Wish<N> & { amount: bigint }

/** The person who does it could sign in as the other one. */
const LETS_IN: readonly StaffActionName[] = ['staff.invite', 'staff.reset', 'staff.link']

/** One administrator could make the second one, or with live funds anybody, and be both. */
const couldBeBoth = ({ config }: ConsoleDeps, action: StaffActionName, params: object) =>
  (config.funds === 'live' && LETS_IN.includes(action)) ||
  (config.operator.apartMs > 0 &&
    'roles' in params &&
    Array.isArray(params.roles) &&
    params.roles.includes('administrator'))

/** Without an account there is no sum per day, so large amounts need a second name, as does what everybody is told. */
const mayTypedActAlone = ({ config }: ConsoleDeps, action: StaffActionName, amount: bigint) =>
  ruleOf(action).people === undefined && amount < config.operator.secondActorFrom

/** Runs in the transaction of the action itself, so that two requests cannot both fit under one daily limit. */
async function mayActAlone<N extends StaffActionName>(
  deps: ConsoleDeps,
  tx: Tx,
  actor: Actor,
  { action, params, amount }: Checked<N>,
): Promise<Result<boolean, 'second_administrator_missing'>> {
  const { clock, config } = deps
  const { permission, people } = ruleOf(action)
  // Before a second administrator there is nobody to agree.
  if (permission === 'staff.manage' && people !== 'always_two') {
    if ((await countAdministrators(tx)) >= 2) return ok(false)
    return couldBeBoth(deps, action, params) ? refuse('second_administrator_missing') : ok(true)
  }
  if (await handlerOf(action).needsTwo?.(tx, params)) return ok(false)
  if (actor.staffId === null) return ok(mayTypedActAlone(deps, action, amount))
  const limit = config.console?.alone.get(action)
  if (limit === undefined || limit === null) return ok(limit === null)
  return ok(await addToDay(tx, { staffId: actor.staffId, action, amount, limit, now: new Date(clock.now()) }))
}

async function propose<N extends StaffActionName>(
  { clock, sealer }: ConsoleDeps,
  tx: Tx,
  actor: Actor,
  { action, params, reason }: Wish<N>,
): Promise<Result<string, 'already_proposed'>> {
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
  return id === undefined ? refuse('already_proposed') : ok(String(id))
}

/** Refuses unless the reason that the user is told can still be chosen; "other" needs a note. */
async function checkReason({ support, database }: ConsoleDeps, what: ReasonKind, params: object) {
  const { told, note } = params as ActionParams<StaffActionWith<{ tells: ReasonKind }>>
  if (told === 'other' && note === undefined) return refuse('reason_needed')
  return (await support.reasons.isOffered(database, what, told)) ? ok(undefined) : refuse('reason_changed')
}

/** Checks everything that can be known before a second person is asked. */
async function checkWish<N extends StaffActionName>(
  deps: ConsoleDeps,
  actor: Actor,
  wish: Wish<N>,
): Promise<Result<Checked<N>, ConsoleProblem>> {
  const { action, params } = wish
  if (!may(actor, action)) return refuse('forbidden')
  const { tells } = ruleOf(action)
  const reason = tells ? await checkReason(deps, tells, params) : ok(undefined)
  if (!reason.ok) return reason
  const item = itemOf(action, params)
  if (item && actor.staffId !== null) {
    const held = await needClaim(deps.database, item, { now: deps.clock.now(), staffId: actor.staffId })
    if (!held.ok) return held
  }
  const amount = amountOf(action, params, deps.config.currency.scale)
  if (amount === undefined) return refuse('invalid_request')
  if (amount > deps.config.operator.cap) return refuse('cap_exceeded')
  const checked = await handlerOf(action).check(deps, params, { asker: actor.name, amount })
  return checked.ok ? ok({ ...wish, amount }) : checked
}

/** Carries it out with its audit entry, in one transaction; undefined if one person may not do it alone. */
function actAlone(deps: ConsoleDeps, actor: Actor, wish: Checked) {
  const { action, params, reason, amount } = wish
  const handler = handlerOf(action)
  return deps.database.attempt(async (tx): Promise<Result<Record<string, string> | undefined, ConsoleProblem>> => {
    const alone = await mayActAlone(deps, tx, actor, wish)
    if (!alone.ok) return alone
    if (!alone.value) return ok(undefined)
    const run = await handler.run(
      { tx, deps, asker: actor.name, askedAt: new Date(deps.clock.now()), reason, amount },
      params,
    )
    if (!run.ok) return run
    const { details, result = {} } = run.value
    await writeAudit(tx, { actor: actor.name, reason }, action, handler.subject(params), details)
    return ok(result)
  })
}

/** Carries the action out if one person may do it alone, else proposes it to a second one (PRODUCT.md 20.3). */
export async function takeAction(
  deps: ConsoleDeps,
  actor: Actor,
  wish: Wish,
): Promise<Result<ActionAnswer, ConsoleProblem>> {
  const checked = await checkWish(deps, actor, wish)
  if (!checked.ok) return checked
  const done = await actAlone(deps, actor, checked.value)
  if (!done.ok) return done
  if (done.value) return ok({ state: 'done', proposal: null, result: done.value })
  const { action, params, reason } = wish
  const proposed = await attemptAudited(
    deps.database,
    { actor: actor.name, reason },
    `${action}.propose`,
    async (tx): Promise<Result<{ subject: string; details: { proposal: string }; value: string }, ConsoleProblem>> => {
      const id = await propose(deps, tx, actor, wish)
      return id.ok
        ? ok({ subject: handlerOf(action).subject(params), details: { proposal: id.value }, value: id.value })
        : id
    },
  )
  return proposed.ok ? ok({ state: 'waiting', proposal: proposed.value, result: {} }) : proposed
}
