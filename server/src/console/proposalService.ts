import { type Permission, permissionsOf, STAFF_ACTION_NAMES } from '../../../contract/console'
import type { CommandProposal, Proposal } from '../../../contract/consoleProposals'
import type { ActionAnswer } from '../../../contract/consoleSchemas'
import { writeAudit } from '../audit/auditLog'
import type { Tx } from '../database/database'
import { endCommandProposal, listCommandProposals, permissionFor } from '../staff/commandProposals'
import { ConsoleRefusal } from '../staff/refusal'
import { actorOf, type StaffIdentity } from '../staff/staffService'
import { HANDLERS, needPermission, ruleOf } from './actionTable'
import type { ActionHandler, ConsoleDeps } from './handler'
import { closeProposal, listOpen, lockProposal, type ProposalRow } from './proposalRepository'

const LIST_MAX = 100

/** Locks a proposal that this person may decide; never their own. */
async function holdOther({ clock }: ConsoleDeps, tx: Tx, staff: StaffIdentity, id: string): Promise<ProposalRow> {
  const row = await lockProposal(tx, id, new Date(clock.now()))
  if (!row) throw new ConsoleRefusal('proposal_over')
  needPermission(staff, row.action)
  if (row.proposed_by === staff.id) throw new ConsoleRefusal('proposal_own')
  return row
}

/** Does exactly what was proposed, in one transaction with the end of the proposal and the audit entry. */
function agree(deps: ConsoleDeps, staff: StaffIdentity, id: string): Promise<ActionAnswer> {
  return deps.database.withTransaction(async (tx) => {
    const row = await holdOther(deps, tx, staff, id)
    // Whoever proposed it must still hold the permission.
    if (!permissionsOf(row.roles).includes(ruleOf(row.action).permission)) throw new ConsoleRefusal('proposal_over')
    const asker = actorOf(row)
    const handler = HANDLERS[row.action] as ActionHandler<never>
    // The parameters were validated against the schema of the action when it was proposed.
    const { details, result = {} } = await handler.run({ tx, deps, asker, reason: row.reason }, row.params as never)
    await closeProposal(tx, row.id, { outcome: 'agreed', by: staff.id, at: new Date(deps.clock.now()) })
    const authority = { actor: actorOf(staff), reason: row.reason }
    await writeAudit(tx, authority, row.action, row.subject, { ...details, proposedBy: asker, proposal: id })
    return { state: 'done', proposal: id, result }
  })
}

async function close(
  { clock }: ConsoleDeps,
  tx: Tx,
  staff: StaffIdentity,
  { row, outcome, reason }: { row: ProposalRow; outcome: 'refused' | 'withdrawn'; reason: string },
) {
  await closeProposal(tx, row.id, { outcome, by: staff.id, at: new Date(clock.now()) })
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

async function list({ database, clock }: ConsoleDeps, staff: StaffIdentity): Promise<Proposal[]> {
  const actions = STAFF_ACTION_NAMES.filter((name) => staff.permissions.includes(ruleOf(name).permission))
  const rows = await listOpen(database, { now: new Date(clock.now()), actions, staffId: staff.id, limit: LIST_MAX })
  return rows.map((row) => ({
    id: String(row.id),
    action: row.action,
    subject: row.subject,
    account: row.account,
    params: row.params,
    proposedBy: row.login,
    mine: row.proposed_by === staff.id,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }))
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
    refuseCommand: (staff: StaffIdentity, id: string, reason: string) =>
      endCommand(deps, staff, { id, outcome: 'refused', reason }),
    withdrawCommand: (staff: StaffIdentity, id: string) =>
      endCommand(deps, staff, { id, outcome: 'withdrawn', reason: 'withdrawn' }),
  }
}
