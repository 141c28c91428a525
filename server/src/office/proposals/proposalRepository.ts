import type { ProposalOutcome, StaffActionName, StaffRole } from '../../../../contract/console'
import type { ProductPart, PublicTerms } from '../../../../contract/market'
import type { Queryable, Tx } from '../../database/database'
import type { Sealer } from '../../shared/sealing'
import { expireProposals } from '../../staff/proposalEnds'
import { STAFF_PREFIX } from '../../staff/staffService'
import { type BankSideColumns, bankSide } from '../statements/statementRepository'

export interface ProposalRow {
  id: bigint
  action: StaffActionName
  subject: string
  /** Those about a person only with `openParams`. */
  params: Record<string, unknown>
  sealed_params: string | null
  reason: string
  /** As the audit log names them. */
  proposed_by: string
  /** Null for a name that was typed. */
  roles: StaffRole[] | null
  created_at: Date
  expires_at: Date
}

/**
 * Parameters about a person. Whoever decides on a proposal sees them; with its end they are deleted, as it stays to be
 * read when the user's data is gone.
 */
const PERSONAL_PARAMS: readonly string[] = ['note', 'bornOn', 'validUntil', 'number']

const contextOf = ({ action, subject }: Pick<ProposalRow, 'action' | 'subject'>) => `proposal ${action} ${subject}`

/** Everything that was asked for. Throws if no configured key opens what is about a person. */
export function openParams(sealer: Sealer, row: ProposalRow): ProposalRow['params'] {
  if (row.sealed_params === null) return row.params
  return { ...row.params, ...JSON.parse(sealer.open(row.sealed_params, contextOf(row)).toString()) }
}

/** Undefined while the same action is already proposed. */
export async function addProposal(
  tx: Tx,
  sealer: Sealer,
  row: Pick<ProposalRow, 'action' | 'subject' | 'params' | 'reason' | 'proposed_by' | 'created_at' | 'expires_at'>,
): Promise<bigint | undefined> {
  // A proposal that nobody decided in time makes room for the next.
  await expireProposals(tx, row.created_at)
  const isPersonal = ([name]: [string, unknown]) => PERSONAL_PARAMS.includes(name)
  const { personal = [], other = [] } = Object.groupBy(Object.entries(row.params), (entry) =>
    isPersonal(entry) ? 'personal' : 'other',
  )
  const sealed = personal.length > 0 ? sealer.seal(JSON.stringify(Object.fromEntries(personal)), contextOf(row)) : null
  const stored = await tx.first<{ id: bigint }>(
    `insert into staff_proposal (action, subject, params, sealed_params, reason, proposed_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (action, subject) where outcome is null do nothing returning id`,
    [
      row.action,
      row.subject,
      JSON.stringify(Object.fromEntries(other)),
      sealed,
      row.reason,
      row.proposed_by,
      row.created_at,
      row.expires_at,
    ],
  )
  return stored?.id
}

/** A proposal of somebody who has left since is not carried out. */
const OPEN = `select proposal.id, proposal.action, proposal.subject, proposal.params, proposal.sealed_params, proposal.reason,
                     proposal.proposed_by, proposal.created_at, proposal.expires_at, member.roles
                from staff_proposal proposal
                left join staff_member member on member.login = substring(proposal.proposed_by from '^${STAFF_PREFIX}(.*)$')
               where proposal.outcome is null and proposal.expires_at > $1 and member.disabled_at is null`

/** Locked until the transaction ends; undefined when it is decided or has expired. */
export function lockProposal(tx: Tx, id: string, now: Date): Promise<ProposalRow | undefined> {
  return tx.first<ProposalRow>(`${OPEN} and proposal.id = $2 for update of proposal`, [now, id])
}

type BankColumns = { [N in keyof BankSideColumns]: BankSideColumns[N] | null }

/** The subjects that the parameters of a proposal name, as far as it exists. Amounts in minor units. */
export interface ConcernedRow extends BankColumns {
  account: string | null
  amount: bigint | null
  symbol: string | null
  names: Record<string, string> | null
  change_part: ProductPart | null
  change_from: Date | null
  change_terms: PublicTerms | null
  file_name: string | null
  place: number | null
  booked_on: string | null
  line_amount: bigint | null
  line_currency: string | null
}

/** Adds what the parameters of `rows` name: few rows, each through an index. */
const withConcerned = (rows: string) => `
  select found.*, app_user.account, moved.amount, product.symbol, product.names, change.part as change_part,
         change.effective_at as change_from, change.terms as change_terms, statement.file_name, line.place,
         to_char(line.booked_on, 'YYYY-MM-DD') as booked_on, line.amount as line_amount, line.currency as line_currency,
         bank_file, bank_place, bank_booked_on, bank_amount, bank_currency, bank_lines
    from (${rows}) found
    left join lateral (
      select user_id, amount from deposit where reference = found.params ->> 'reference'
      union all
      select user_id, amount from withdrawal where reference = found.params ->> 'reference') moved on true
    left join app_user on app_user.id = coalesce(moved.user_id, (found.params ->> 'user')::bigint)
                      and app_user.deleted_at is null
    left join product_change change
      on change.id = case when found.action = 'products.withdraw' then (found.params ->> 'change')::bigint end
    left join product on product.symbol = coalesce(change.symbol, found.params ->> 'symbol')
    left join bank_statement_line line on line.id = (found.params ->> 'line')::bigint
    left join bank_statement statement on statement.id = line.statement_id
    left join lateral (${bankSide("found.params ->> 'reference'", 'moved.amount')}) bank
      on found.action = 'deposits.approve'`

/** Proposals that the reader may decide or has made, oldest first. */
export function listOpen(
  tx: Queryable,
  { now, actions, me, limit }: { now: Date; actions: readonly string[]; me: string; limit: number },
) {
  const rows = `${OPEN} and (proposal.action = any ($2) or proposal.proposed_by = $3) order by proposal.id limit $4`
  return tx.query<ProposalRow & ConcernedRow>(`${withConcerned(rows)} order by found.id`, [now, actions, me, limit])
}

export interface EndedRow extends Omit<ProposalRow, 'roles'>, ConcernedRow {
  outcome: ProposalOutcome | null
  decided_by: string | null
  decided_at: Date | null
  decision_reason: string | null
}

/** A page of those that have ended, each part of it through its own index; nobody has noted yet that some did. */
const ENDED = `
    (select ended.* from unnest($2::text[]) as allowed (action), unnest($4::text[]) as wanted (outcome), lateral (
       select * from staff_proposal
        where action = allowed.action and outcome = wanted.outcome and id < $5 order by id desc limit $6) ended)
    union all
    (select * from staff_proposal
      where outcome is null and expires_at <= $1 and 'expired' = any ($4) and id < $5
        and (action = any ($2) or proposed_by = $3)
      order by id desc limit $6)
    union all
    (select * from staff_proposal
      where proposed_by = $3 and action <> all ($2) and outcome = any ($4) and id < $5 order by id desc limit $6)
    order by id desc limit $6`

const NEWER_THAN_ALL = 2n ** 63n - 1n

/** Ended proposals that the reader could have decided or has made, newest first, from before the one numbered `before`. */
export function listEnded(
  tx: Queryable,
  wanted: {
    now: Date
    actions: readonly string[]
    me: string
    outcomes: readonly ProposalOutcome[]
    before: bigint | null
    limit: number
  },
) {
  const { now, actions, me, outcomes, before, limit } = wanted
  return tx.query<EndedRow>(`${withConcerned(ENDED)} order by found.id desc`, [
    now,
    actions,
    me,
    outcomes,
    before ?? NEWER_THAN_ALL,
    limit,
  ])
}

export async function closeProposal(
  tx: Tx,
  id: bigint,
  decision: { outcome: 'agreed' | 'refused' | 'withdrawn'; by: string; at: Date; reason?: string },
): Promise<void> {
  await tx.query(
    `update staff_proposal set outcome = $2, decided_by = $3, decided_at = $4, decision_reason = $5, sealed_params = null
      where id = $1`,
    [id, decision.outcome, decision.by, decision.at, decision.reason ?? null],
  )
}

/** Adds to what this person has moved alone today (UTC); false if the sum would exceed `limit`. */
export function addToDay(
  tx: Tx,
  row: { staffId: bigint; action: string; amount: bigint; limit: bigint; now: Date },
): Promise<boolean> {
  return tx.some(
    `insert into staff_day as spent (staff_id, day, action, amount)
     select $1, ($2::timestamptz at time zone 'UTC')::date, $3, $4::bigint where $4::bigint <= $5
       on conflict (staff_id, day, action) do update set amount = spent.amount + excluded.amount
         where spent.amount + excluded.amount <= $5
     returning 1`,
    [row.staffId, row.now, row.action, row.amount, row.limit],
  )
}
