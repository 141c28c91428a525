import { type Permission, type ProposalOutcome, STAFF_ACTIONS, type StaffActionName } from '../../../contract/console'
import { writeAudit } from '../audit/auditLog'
import type { Queryable, Tx } from '../database/database'
import { ConsoleRefusal } from './refusal'

/** A change proposed on the command line (ops/approvals.ts); another person repeats the command to carry it out. */
export interface CommandProposal {
  id: bigint
  action: string
  subject: string
  /** As the audit log names them. */
  proposed_by: string
  reason: string
  created_at: Date
  expires_at: Date
}

const OPEN = `select id, action, subject, proposed_by, reason, created_at, expires_at from approval
               where approved_by is null and outcome is null and expires_at > $1`

/** Oldest first. */
export const listCommandProposals = (database: Queryable, now: Date, limit: number) =>
  database.query<CommandProposal>(`${OPEN} order by id limit $2`, [now, limit])

export interface EndedCommand extends CommandProposal {
  outcome: ProposalOutcome
  decided_by: string | null
  ended_at: Date
  decision_reason: string | null
}

const ENDED = `
  select id, action, subject, proposed_by, reason, created_at, expires_at, decision_reason,
         coalesce(approved_by, closed_by) as decided_by,
         coalesce(approved_at, closed_at, expires_at) as ended_at,
         case when approved_by is not null then 'agreed' else coalesce(outcome, 'expired') end as outcome
    from approval where approved_by is not null or outcome is not null or expires_at <= $1`

/** Newest first, from before the one numbered `before`: what this person has asked for or holds the permission of. */
export function listEndedCommands(
  database: Queryable,
  wanted: {
    now: Date
    me: string
    may(permission: Permission): boolean
    outcomes: readonly ProposalOutcome[]
    before: bigint | null
    limit: number
  },
) {
  const { now, me, may, outcomes, before, limit } = wanted
  const known = [...Object.keys(STAFF_ACTIONS), INCOME]
  return database.query<EndedCommand>(
    `select * from (${ENDED}) ended
      where outcome = any ($2) and ($3::bigint is null or id < $3)
        and (proposed_by = $4 or action = any ($5) or ($6 and action <> all ($7)))
      order by id desc limit $8`,
    [
      ...[now, outcomes, before, me, known.filter((action) => may(permissionFor(action)))],
      ...[may('staff.manage'), known, limit],
    ],
  )
}

/** The command line has another name for one action. */
const INCOME = 'savings.income.set'

/** Whoever may carry it out may refuse it. */
export function permissionFor(action: string): Permission {
  const name = action === INCOME ? 'savings.income' : action
  const rule = name in STAFF_ACTIONS ? STAFF_ACTIONS[name as StaffActionName] : undefined
  return rule?.permission ?? 'staff.manage'
}

interface Ending {
  outcome: 'refused' | 'withdrawn'
  /** As the audit log names them. */
  by: string
  reason: string
  may(permission: Permission): boolean
  now: Date
}

/**
 * Ends it without carrying it out, for the console and the command line alike: its author withdraws it, or another
 * person with its permission refuses it. Throws `proposal_over`, `proposal_own` and `forbidden` as `ConsoleRefusal`.
 */
export async function endCommandProposal(tx: Tx, id: string | number, ending: Ending): Promise<CommandProposal> {
  const { outcome, by, reason, may, now } = ending
  const [row] = await tx.query<CommandProposal>(`${OPEN} and id = $2 for update`, [now, id])
  if (!row) throw new ConsoleRefusal('proposal_over')
  const isOwn = row.proposed_by === by
  if (outcome === 'withdrawn' && !isOwn) throw new ConsoleRefusal('proposal_over')
  if (outcome === 'refused') {
    if (!may(permissionFor(row.action))) throw new ConsoleRefusal('forbidden')
    if (isOwn) throw new ConsoleRefusal('proposal_own')
  }
  await tx.query(
    'update approval set outcome = $2, closed_by = $3, closed_at = $4, decision_reason = $5 where id = $1',
    [id, outcome, by, now, outcome === 'refused' ? reason : null],
  )
  const details = { approval: Number(row.id), proposedBy: row.proposed_by }
  await writeAudit(tx, { actor: by, reason }, `${row.action}.${outcome}`, row.subject, details)
  return row
}
