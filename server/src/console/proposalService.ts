import {
  type Permission,
  PROPOSAL_OUTCOMES,
  type ProposalOutcome,
  permissionsOf,
  STAFF_ACTION_NAMES,
} from '../../../contract/console'
import type { CommandProposal, EndedCommand, EndedProposal, Proposal } from '../../../contract/consoleProposals'
import type { ActionAnswer } from '../../../contract/consoleSchemas'
import { writeAudit } from '../audit/auditLog'
import type { Queryable, Tx } from '../database/database'
import { formatMoney } from '../shared/money'
import { type Page, type PageQuery, readPage } from '../shared/page'
import { unwrap } from '../shared/result'
import {
  type EndedCommand as EndedCommandRow,
  endCommandProposal,
  listCommandProposals,
  listEndedCommands,
  permissionFor,
} from '../staff/commandProposals'
import { PERSONAL_PARAMS } from '../staff/proposalEnds'
import { ConsoleRefusal } from '../staff/refusal'
import { listActive } from '../staff/staffRepository'
import { actorOf, type StaffIdentity } from '../staff/staffService'
import { readTies } from '../staff/staffTies'
import { HANDLERS, needPermission, ruleOf } from './actionTable'
import type { ActionHandler, ConsoleDeps } from './handler'
import {
  type ConcernedRow,
  closeProposal,
  type EndedRow,
  listEnded,
  listOpen,
  lockProposal,
  type ProposalRow,
} from './proposalRepository'

const LIST_MAX = 100

/** Locks a proposal that this person may decide; never their own. */
async function holdOther({ clock }: ConsoleDeps, tx: Tx, staff: StaffIdentity, id: string): Promise<ProposalRow> {
  const row = await lockProposal(tx, id, new Date(clock.now()))
  if (!row) throw new ConsoleRefusal('proposal_over')
  needPermission(staff, row.action)
  if (row.proposed_by === staff.id) throw new ConsoleRefusal('proposal_own')
  return row
}

/** Who is no second person for whom (PRODUCT.md 20.3). */
const tiesOf = ({ clock, config }: ConsoleDeps, tx: Queryable) =>
  readTies(tx, new Date(clock.now() - config.operator.apartMs))

/** Does exactly what was proposed, in one transaction with the end of the proposal and the audit entry. */
function agree(deps: ConsoleDeps, staff: StaffIdentity, id: string): Promise<ActionAnswer> {
  return deps.database.withTransaction(async (tx) => {
    const row = await holdOther(deps, tx, staff, id)
    // Whoever proposed it must still hold the permission.
    if (!permissionsOf(row.roles).includes(ruleOf(row.action).permission)) throw new ConsoleRefusal('proposal_over')
    const [asker, agreer] = [actorOf(row), actorOf(staff)]
    if ((await tiesOf(deps, tx))(asker, agreer)) throw new ConsoleRefusal('proposal_tied')
    const handler = HANDLERS[row.action] as ActionHandler<never>
    // The parameters were validated against the schema of the action when it was proposed.
    const { details, result = {} } = await handler.run(
      { tx, deps, asker, agreer, reason: row.reason },
      row.params as never,
    )
    await closeProposal(tx, row.id, { outcome: 'agreed', by: staff.id, at: new Date(deps.clock.now()) })
    await writeAudit(tx, { actor: agreer, reason: row.reason }, row.action, row.subject, {
      ...details,
      proposedBy: asker,
      proposal: id,
    })
    return { state: 'done', proposal: id, result }
  })
}

async function close(
  { clock }: ConsoleDeps,
  tx: Tx,
  staff: StaffIdentity,
  { row, outcome, reason }: { row: ProposalRow; outcome: 'refused' | 'withdrawn'; reason: string },
) {
  const at = new Date(clock.now())
  await closeProposal(tx, row.id, { outcome, by: staff.id, at, ...(outcome === 'refused' && { reason }) })
  const details = { proposal: String(row.id), proposedBy: actorOf(row) }
  await writeAudit(tx, { actor: actorOf(staff), reason }, `${row.action}.${outcome}`, row.subject, details)
}

function withdraw(deps: ConsoleDeps, staff: StaffIdentity, id: string): Promise<void> {
  return deps.database.withTransaction(async (tx) => {
    const row = await lockProposal(tx, id, new Date(deps.clock.now()))
    if (!row || row.proposed_by !== staff.id) throw new ConsoleRefusal('proposal_over')
    await close(deps, tx, staff, { row, outcome: 'withdrawn', reason: row.reason })
  })
}

/** What a proposal asks for, with what its parameters name. */
function askedOf(row: Omit<ProposalRow, 'roles'> & ConcernedRow, scale: number) {
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
        ? { fileName, place, bookedOn, amount: formatMoney(amount, scale), currency }
        : null,
    params: row.params,
    proposedBy: row.login,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
  }
}

/** Whose proposals this person may decide. */
const actionsOf = (staff: StaffIdentity) =>
  STAFF_ACTION_NAMES.filter((name) => staff.permissions.includes(ruleOf(name).permission))

/** As many as are named: who may agree is looked up in a small house, and asked for in a large one. */
const AGREERS_MAX = 20

async function list(deps: ConsoleDeps, staff: StaffIdentity): Promise<Proposal[]> {
  const { database, clock, config } = deps
  const asked = { now: new Date(clock.now()), actions: actionsOf(staff), staffId: staff.id, limit: LIST_MAX }
  const rows = await listOpen(database, asked)
  const [areTied, people] = [await tiesOf(deps, database), await listActive(database)]
  const mayAgree = (row: ProposalRow) =>
    people.filter(
      (one) =>
        one.id !== row.proposed_by &&
        permissionsOf(one.roles).includes(ruleOf(row.action).permission) &&
        !areTied(actorOf(row), actorOf(one)),
    )
  return rows.map((row) => ({
    ...askedOf(row, config.currency.scale),
    mine: row.proposed_by === staff.id,
    mayAgree: mayAgree(row).some(({ id }) => id === staff.id),
    agreers: mayAgree(row)
      .slice(0, AGREERS_MAX)
      .map(({ login }) => login),
    expiresAt: row.expires_at.toISOString(),
  }))
}

function endedToWire(row: EndedRow, scale: number): EndedProposal {
  const outcome = row.outcome ?? 'expired'
  // Nobody may have noted yet that it has expired.
  const params = Object.fromEntries(Object.entries(row.params).filter(([name]) => !PERSONAL_PARAMS.includes(name)))
  const endedAt = outcome === 'expired' ? row.expires_at : (row.decided_at ?? row.expires_at)
  return {
    ...askedOf({ ...row, params }, scale),
    outcome,
    decidedBy: row.decided_by_login,
    decisionReason: row.decision_reason,
    endedAt: endedAt.toISOString(),
  }
}

type EndedQuery = PageQuery & { outcome?: ProposalOutcome }

const outcomesIn = ({ outcome }: EndedQuery): readonly ProposalOutcome[] =>
  outcome === undefined ? PROPOSAL_OUTCOMES : [outcome]

/** What has ended, of what the reader may decide or has asked for, newest first. */
async function ended(
  { database, clock, config }: ConsoleDeps,
  staff: StaffIdentity,
  query: EndedQuery,
): Promise<Page<EndedProposal>> {
  const now = new Date(clock.now())
  const page = await readPage(query, {
    keys: 1,
    read: (after, limit) =>
      listEnded(database, {
        ...{ now, actions: actionsOf(staff), staffId: staff.id },
        ...{ outcomes: outcomesIn(query), before: after?.[0] ?? null, limit },
      }),
    keysOf: (row: EndedRow) => [row.id],
    toItem: (row: EndedRow) => endedToWire(row, config.currency.scale),
  })
  return unwrap(page)
}

/** Proposals of the command line: the reader's own, and those that the reader may refuse. */
async function listCommands({ database, clock }: ConsoleDeps, staff: StaffIdentity): Promise<CommandProposal[]> {
  const rows = await listCommandProposals(database, new Date(clock.now()), LIST_MAX)
  const me = actorOf(staff)
  return rows
    .filter((row) => row.proposed_by === me || staff.permissions.includes(permissionFor(row.action)))
    .map((row) => ({
      id: String(row.id),
      action: row.action,
      subject: row.subject,
      proposedBy: row.proposed_by,
      mine: row.proposed_by === me,
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    }))
}

const commandToWire = (row: EndedCommandRow): EndedCommand => ({
  id: String(row.id),
  action: row.action,
  subject: row.subject,
  proposedBy: row.proposed_by,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  outcome: row.outcome,
  decidedBy: row.decided_by,
  decisionReason: row.decision_reason,
  endedAt: row.ended_at.toISOString(),
})

/** The same of the command line. */
async function endedCommands({ database, clock }: ConsoleDeps, staff: StaffIdentity, query: EndedQuery) {
  const asker = {
    now: new Date(clock.now()),
    me: actorOf(staff),
    may: (permission: Permission) => staff.permissions.includes(permission),
  }
  const page = await readPage(query, {
    keys: 1,
    read: (after, limit) =>
      listEndedCommands(database, { ...asker, outcomes: outcomesIn(query), before: after?.[0] ?? null, limit }),
    keysOf: (row: EndedCommandRow) => [row.id],
    toItem: commandToWire,
  })
  return unwrap(page)
}

interface CommandEnd {
  id: string
  outcome: 'refused' | 'withdrawn'
  reason: string
}

async function endCommand(deps: ConsoleDeps, staff: StaffIdentity, { id, outcome, reason }: CommandEnd) {
  const may = (permission: Permission) => staff.permissions.includes(permission)
  const now = new Date(deps.clock.now())
  await deps.database.withTransaction((tx) =>
    endCommandProposal(tx, id, { outcome, by: actorOf(staff), reason, may, now }),
  )
}

/** What waits for a second person: PRODUCT.md 20.3. */
export function createProposalService(deps: ConsoleDeps) {
  return {
    agree: (staff: StaffIdentity, id: string) => agree(deps, staff, id),
    refuse: (staff: StaffIdentity, id: string, reason: string) =>
      deps.database.withTransaction(async (tx) =>
        close(deps, tx, staff, { row: await holdOther(deps, tx, staff, id), outcome: 'refused', reason }),
      ),
    withdraw: (staff: StaffIdentity, id: string) => withdraw(deps, staff, id),
    list: async (staff: StaffIdentity) => ({
      items: await list(deps, staff),
      commands: await listCommands(deps, staff),
    }),
    ended: (staff: StaffIdentity, query: EndedQuery) => ended(deps, staff, query),
    endedCommands: (staff: StaffIdentity, query: EndedQuery) => endedCommands(deps, staff, query),
    refuseCommand: (staff: StaffIdentity, id: string, reason: string) =>
      endCommand(deps, staff, { id, outcome: 'refused', reason }),
    withdrawCommand: (staff: StaffIdentity, id: string) =>
      endCommand(deps, staff, { id, outcome: 'withdrawn', reason: 'withdrawn' }),
  }
}
