import {
  type ConsoleProblem,
  PROPOSAL_OUTCOMES,
  type ProposalOutcome,
  permissionsOf,
  ruleOf,
  STAFF_ACTION_NAMES,
  type StaffActionName,
} from '../../../../contract/console'
import type { ActionAnswer, ActionParams } from '../../../../contract/consoleActions'
import type { EndedProposal, Proposal } from '../../../../contract/consoleProposals'
import { writeAudit } from '../../auditLog/auditLog'
import type { Queryable, Tx } from '../../database/database'
import { bindAll } from '../../shared/bindAll'
import { formatMoney } from '../../shared/money'
import { type Page, type PageQuery, readNumbered } from '../../shared/page'
import { ok, type Result, refuse } from '../../shared/result'
import type { Currency } from '../../shared/settings'
import { listActive } from '../../staff/staffRepository'
import { actorOf, loginOf } from '../../staff/staffService'
import { tiesAt } from '../../staff/staffTies'
import { amountOf, type ConsoleDeps } from '../action'
import { handlerOf } from '../actions/table'
import { type Actor, may } from '../actor'
import { toBankSide } from '../statements/bankSide'
import { scaleOf } from '../statements/statementLine'
import type { BankSideColumns } from '../statements/statementRepository'
import {
  type ConcernedRow,
  closeProposal,
  type EndedRow,
  listEnded,
  listOpen,
  lockProposal,
  openParams,
  type ProposalRow,
} from './proposalRepository'

const LIST_MAX = 100

/** Locks a proposal that this person may decide; never their own. */
async function holdOther(
  { clock }: ConsoleDeps,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<Result<ProposalRow, 'forbidden' | 'proposal_over' | 'proposal_own'>> {
  const row = await lockProposal(tx, id, new Date(clock.now()))
  if (!row) return refuse('proposal_over')
  if (!may(actor, row.action)) return refuse('forbidden')
  return row.proposed_by === actor.name ? refuse('proposal_own') : ok(row)
}

/** Pairs of people who cannot be each other's second person (PRODUCT.md 20.3). */
const tiesOf = ({ clock, config }: ConsoleDeps, tx: Queryable) => tiesAt(tx, clock.now(), config.operator.apartMs)

/** The proposer must still have the permission; a typed name has all of them. */
const mayPropose = ({ proposed_by, roles, action }: ProposalRow) =>
  loginOf(proposed_by) === undefined || permissionsOf(roles ?? []).includes(ruleOf(action).permission)

/** Does exactly what was proposed, in one transaction with the end of the proposal and the audit entry. */
function agree(deps: ConsoleDeps, actor: Actor, id: string): Promise<Result<ActionAnswer, ConsoleProblem>> {
  return deps.database.attempt(async (tx): Promise<Result<ActionAnswer, ConsoleProblem>> => {
    const held = await holdOther(deps, tx, actor, id)
    if (!held.ok) return held
    const row = held.value
    if (!mayPropose(row)) return refuse('proposal_over')
    const [asker, agreer] = [row.proposed_by, actor.name]
    if ((await tiesOf(deps, tx))(asker, agreer)) return refuse('proposal_tied')
    // The parameters were validated against the schema of the action when it was proposed.
    const params = openParams(deps.sealer, row) as ActionParams<StaffActionName>
    const amount = amountOf(row.action, params, deps.config.currency.scale)
    if (amount === undefined) return refuse('invalid_request')
    const context = { tx, deps, asker, agreer, askedAt: row.created_at, reason: row.reason, amount }
    const run = await handlerOf(row.action).run(context, params)
    if (!run.ok) return run
    const { details, result = {} } = run.value
    await closeProposal(tx, row.id, { outcome: 'agreed', by: agreer, at: new Date(deps.clock.now()) })
    await writeAudit(tx, { actor: agreer, reason: row.reason }, row.action, row.subject, {
      ...details,
      proposedBy: asker,
      proposal: id,
    })
    return ok({ state: 'done', proposal: id, result })
  })
}

async function close(
  { clock }: ConsoleDeps,
  tx: Tx,
  actor: Actor,
  { row, outcome, reason }: { row: ProposalRow; outcome: 'refused' | 'withdrawn'; reason: string },
) {
  const at = new Date(clock.now())
  await closeProposal(tx, row.id, { outcome, by: actor.name, at, ...(outcome === 'refused' && { reason }) })
  const details = { proposal: String(row.id), proposedBy: row.proposed_by }
  await writeAudit(tx, { actor: actor.name, reason }, `${row.action}.${outcome}`, row.subject, details)
}

function withdraw(deps: ConsoleDeps, actor: Actor, id: string) {
  return deps.database.attempt(async (tx): Promise<Result<null, 'proposal_over'>> => {
    const row = await lockProposal(tx, id, new Date(deps.clock.now()))
    if (!row || row.proposed_by !== actor.name) return refuse('proposal_over')
    await close(deps, tx, actor, { row, outcome: 'withdrawn', reason: row.reason })
    return ok(null)
  })
}

function refuseProposal(deps: ConsoleDeps, actor: Actor, id: string, reason: string) {
  return deps.database.attempt(async (tx): Promise<Result<null, ConsoleProblem>> => {
    const held = await holdOther(deps, tx, actor, id)
    if (!held.ok) return held
    await close(deps, tx, actor, { row: held.value, outcome: 'refused', reason })
    return ok(null)
  })
}

/** Staff by their login, others as they were typed. */
const shownName = (name: string) => loginOf(name) ?? name

function bankOf({ amount, ...row }: ConcernedRow, own: Currency) {
  if (row.bank_file === null || amount === null) return null
  // All of them are null, or none.
  return toBankSide(row as BankSideColumns, amount, own)
}

/** A proposal's request, with the subjects that its parameters name. */
function askedOf(row: Omit<ProposalRow, 'roles'> & ConcernedRow, own: Currency) {
  const { scale } = own
  const { symbol, names, change_part: part, change_from: from, change_terms: terms } = row
  const { file_name: fileName, place, booked_on: bookedOn, line_amount: amount, line_currency: currency } = row
  return {
    id: String(row.id),
    action: row.action,
    subject: row.subject,
    account: row.account,
    amount: row.amount === null ? null : formatMoney(row.amount, scale),
    product: symbol !== null && names ? { symbol, names } : null,
    change: part && from && terms ? { part, from: from.toISOString(), terms } : null,
    line:
      fileName !== null && place !== null && bookedOn !== null && amount !== null && currency !== null
        ? { fileName, place, bookedOn, amount: formatMoney(amount, scaleOf(currency, own)), currency }
        : null,
    bank: bankOf(row, own),
    params: row.params,
    proposedBy: shownName(row.proposed_by),
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
  }
}

/** Whose proposals this person may decide. */
const actionsOf = (actor: Actor) => STAFF_ACTION_NAMES.filter((name) => may(actor, name))

/** As many as are named: who may agree is looked up in a small house, and asked for in a large one. */
const AGREERS_MAX = 20

/** Without what no key opens: such a proposal can still be refused. */
function paramsOf({ sealer, log }: ConsoleDeps, row: ProposalRow) {
  try {
    return openParams(sealer, row)
  } catch (error) {
    log.error({ err: error, proposal: String(row.id) }, 'what a proposal holds about a person cannot be opened')
    return row.params
  }
}

async function list(deps: ConsoleDeps, actor: Actor): Promise<Proposal[]> {
  const { database, clock, config } = deps
  const asked = { now: new Date(clock.now()), actions: actionsOf(actor), me: actor.name, limit: LIST_MAX }
  const rows = await listOpen(database, asked)
  const [areTied, people] = [await tiesOf(deps, database), await listActive(database)]
  const mayAgree = (row: ProposalRow) =>
    people.filter(
      (one) =>
        actorOf(one) !== row.proposed_by &&
        permissionsOf(one.roles).includes(ruleOf(row.action).permission) &&
        !areTied(row.proposed_by, actorOf(one)),
    )
  return rows.map((row) => ({
    ...askedOf({ ...row, params: paramsOf(deps, row) }, config.currency),
    mine: row.proposed_by === actor.name,
    mayAgree: mayAgree(row).some(({ id }) => id === actor.staffId),
    agreers: mayAgree(row)
      .slice(0, AGREERS_MAX)
      .map(({ login }) => login),
    expiresAt: row.expires_at.toISOString(),
  }))
}

function endedToWire(row: EndedRow, own: Currency): EndedProposal {
  const outcome = row.outcome ?? 'expired'
  const endedAt = outcome === 'expired' ? row.expires_at : (row.decided_at ?? row.expires_at)
  return {
    ...askedOf(row, own),
    outcome,
    decidedBy: row.decided_by === null ? null : shownName(row.decided_by),
    decisionReason: row.decision_reason,
    endedAt: endedAt.toISOString(),
  }
}

type EndedQuery = PageQuery & { outcome?: ProposalOutcome }

const outcomesIn = ({ outcome }: EndedQuery): readonly ProposalOutcome[] =>
  outcome === undefined ? PROPOSAL_OUTCOMES : [outcome]

/** Closed proposals that the reader may decide or has made, newest first. */
async function ended(
  { database, clock, config }: ConsoleDeps,
  actor: Actor,
  query: EndedQuery,
): Promise<Result<Page<EndedProposal>, 'invalid_request'>> {
  const now = new Date(clock.now())
  return readNumbered(
    query,
    (before, limit) =>
      listEnded(database, {
        now,
        actions: actionsOf(actor),
        me: actor.name,
        outcomes: outcomesIn(query),
        before,
        limit,
      }),
    (row: EndedRow) => endedToWire(row, config.currency),
  )
}

/** Proposals that wait for a second person: PRODUCT.md 20.3. */
export const createProposalService = (deps: ConsoleDeps) =>
  bindAll(deps, { agree, refuse: refuseProposal, withdraw, list, ended })
