import type { StaffActionName, StaffRole } from '../../../contract/console'
import type { Queryable, Tx } from '../database/database'

export interface ProposalRow {
  id: bigint
  action: StaffActionName
  subject: string
  params: Record<string, unknown>
  reason: string
  proposed_by: bigint
  login: string
  roles: StaffRole[]
  created_at: Date
  expires_at: Date
}

/** Undefined while the same action is already proposed. */
export async function addProposal(
  tx: Tx,
  row: Pick<ProposalRow, 'action' | 'subject' | 'params' | 'reason' | 'proposed_by' | 'created_at' | 'expires_at'>,
): Promise<bigint | undefined> {
  // A proposal that nobody decided in time makes room for the next.
  await tx.query(
    `update staff_proposal set outcome = 'expired', decided_at = $3
      where action = $1 and subject = $2 and outcome is null and expires_at <= $3`,
    [row.action, row.subject, row.created_at],
  )
  const rows = await tx.query<{ id: bigint }>(
    `insert into staff_proposal (action, subject, params, reason, proposed_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (action, subject) where outcome is null do nothing returning id`,
    [row.action, row.subject, JSON.stringify(row.params), row.reason, row.proposed_by, row.created_at, row.expires_at],
  )
  return rows[0]?.id
}

/** A proposal of somebody who has left since is not carried out. */
const OPEN = `select proposal.id, proposal.action, proposal.subject, proposal.params, proposal.reason, proposal.proposed_by,
                     proposal.created_at, proposal.expires_at, member.login, member.roles
                from staff_proposal proposal join staff_member member on member.id = proposal.proposed_by
               where proposal.outcome is null and proposal.expires_at > $1 and member.disabled_at is null`

/** Locked until the transaction ends; undefined when it is decided or has expired. */
export async function lockProposal(tx: Tx, id: string, now: Date): Promise<ProposalRow | undefined> {
  const rows = await tx.query<ProposalRow>(`${OPEN} and proposal.id = $2 for update of proposal`, [now, id])
  return rows[0]
}

/** Proposals that the reader may decide or has made, oldest first, with the account of the user concerned. */
export function listOpen(
  tx: Queryable,
  { now, actions, staffId, limit }: { now: Date; actions: readonly string[]; staffId: bigint; limit: number },
) {
  return tx.query<ProposalRow & { account: string | null }>(
    `select open.*, app_user.account from (
         ${OPEN} and (proposal.action = any ($2) or proposal.proposed_by = $3) order by proposal.id limit $4) open
       left join app_user on open.params ? 'user' and app_user.id = (open.params ->> 'user')::bigint
                         and app_user.deleted_at is null
      order by open.id`,
    [now, actions, staffId, limit],
  )
}

export async function closeProposal(
  tx: Tx,
  id: bigint,
  decision: { outcome: 'agreed' | 'refused' | 'withdrawn'; by: bigint; at: Date },
): Promise<void> {
  await tx.query('update staff_proposal set outcome = $2, decided_by = $3, decided_at = $4 where id = $1', [
    id,
    decision.outcome,
    decision.by,
    decision.at,
  ])
}

/** Adds to what this person has moved alone today (UTC); false where the sum would exceed `limit`. */
export async function addToDay(
  tx: Tx,
  row: { staffId: bigint; action: string; amount: bigint; limit: bigint; now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into staff_day as spent (staff_id, day, action, amount)
     select $1, ($2::timestamptz at time zone 'UTC')::date, $3, $4::bigint where $4::bigint <= $5
       on conflict (staff_id, day, action) do update set amount = spent.amount + excluded.amount
         where spent.amount + excluded.amount <= $5
     returning 1`,
    [row.staffId, row.now, row.action, row.amount, row.limit],
  )
  return rows.length > 0
}
