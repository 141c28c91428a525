import { createHash } from 'node:crypto'
import { type ConsoleProblem, type Permission, permissionsOf } from '../../../contract/console'
import { type Authority, audited } from '../audit/auditLog'
import type { Config } from '../config'
import type { Database, Queryable, Tx } from '../database/database'
import type { Clock } from '../shared/clock'
import { formatMoney } from '../shared/money'
import { DAY_MS } from '../shared/time'
import { endCommandProposal, listCommandProposals } from '../staff/commandProposals'
import { ConsoleRefusal } from '../staff/refusal'
import { findByLogin } from '../staff/staffRepository'
import { readTies } from '../staff/staffTies'
import { OpsRefusal } from './kit'
import type { Row } from './print'

/** A change that moves money. `details` is everything that it does; the second operator agrees to exactly that. */
export interface MoneyChange {
  action: string
  subject: string
  /** Minor units. */
  amount: bigint
  details: Record<string, string | number | boolean | null>
  /** What is to be repeated exactly as well, and stands in no log: a keyed digest of something personal. */
  mark?: string
  run(tx: Tx): Promise<Row>
}

export interface MoneyAuthority extends Authority {
  approval?: number
}

const STAFF_PREFIX = 'staff/'
const VALID_MS = DAY_MS
const LIST_MAX = 100

const digestOf = ({ action, subject, amount, details, mark }: MoneyChange) =>
  createHash('sha256')
    .update(JSON.stringify([action, subject, String(amount), Object.entries(details).sort(), ...(mark ? [mark] : [])]))
    .digest()

interface Rules {
  database: Database
  clock: Clock
  config: Pick<Config, 'operator' | 'currency'>
}

async function propose({ database, clock }: Rules, authority: Authority, change: MoneyChange): Promise<Row> {
  const expiresAt = new Date(clock.now() + VALID_MS)
  return audited(database, authority, `${change.action}.propose`, async (tx) => {
    const rows = await tx.query<{ id: bigint }>(
      `insert into approval (action, subject, digest, proposed_by, reason, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [
        change.action,
        change.subject,
        digestOf(change),
        authority.actor,
        authority.reason,
        new Date(clock.now()),
        expiresAt,
      ],
    )
    const approval = Number(rows[0]?.id)
    return {
      subject: change.subject,
      details: { ...change.details, approval },
      value: {
        state: 'waiting for a second operator',
        approval,
        next: `another operator repeats this command with --approval ${approval}`,
        expiresAt: expiresAt.toISOString(),
      },
    }
  })
}

async function takeApproval({ clock, config }: Rules, tx: Tx, authority: MoneyAuthority, change: MoneyChange) {
  const now = new Date(clock.now())
  const rows = await tx.query<{ proposed_by: string; digest: Buffer }>(
    'select proposed_by, digest from approval where id = $1 and approved_by is null and outcome is null and expires_at > $2 for update',
    [authority.approval, now],
  )
  const proposal = rows[0]
  if (!proposal) throw new OpsRefusal(`There is no open proposal ${authority.approval}.`)
  if (!proposal.digest.equals(digestOf(change)))
    throw new OpsRefusal(`Proposal ${authority.approval} is for another change: repeat the command exactly.`)
  if (proposal.proposed_by === authority.actor)
    throw new OpsRefusal(`Proposal ${authority.approval} is yours: another operator has to repeat the command.`)
  const areTied = await readTies(tx, new Date(clock.now() - config.operator.apartMs))
  if (areTied(proposal.proposed_by, authority.actor))
    throw new OpsRefusal(
      `One of you let the other in, or one administrator alone let both of you in: for now (FOUR_EYES_APART_DAYS) somebody else has to repeat the command.`,
    )
  await tx.query('update approval set approved_by = $2, approved_at = $3 where id = $1', [
    authority.approval,
    authority.actor,
    now,
  ])
  return proposal.proposed_by
}

/** Somebody with an account and a key of their own, not a typed name. */
export const isStaff = (actor: string) => actor.startsWith(STAFF_PREFIX)

/**
 * Runs a change of money with its audit entry in one transaction. Above the cap it is refused; from the threshold on,
 * and for staff always, it becomes a proposal that another operator has to repeat (PRODUCT.md 17 and 20.10).
 */
export async function changeMoney(rules: Rules, authority: MoneyAuthority, change: MoneyChange): Promise<Row> {
  const { operator, currency } = rules.config
  if (change.amount > operator.cap) {
    const cap = `${formatMoney(operator.cap, currency.scale)} ${currency.code}`
    throw new OpsRefusal(`One command moves at most ${cap} (OPS_CAP).`)
  }
  const needsTwo = change.amount >= operator.secondActorFrom || isStaff(authority.actor)
  if (needsTwo && authority.approval === undefined) return propose(rules, authority, change)
  return run(rules, authority, change)
}

/** The same for a change that moves no money but could lead to it: always with a second operator. */
export function changeWithSecond(
  rules: Rules,
  authority: MoneyAuthority,
  change: Omit<MoneyChange, 'amount'>,
): Promise<Row> {
  const whole = { ...change, amount: 0n }
  return authority.approval === undefined ? propose(rules, authority, whole) : run(rules, authority, whole)
}

/** Runs the change with its audit entry in one transaction; an approval is used up in it. */
function run(rules: Rules, authority: MoneyAuthority, change: MoneyChange): Promise<Row> {
  return audited(rules.database, authority, change.action, async (tx) => {
    const proposedBy = authority.approval === undefined ? null : await takeApproval(rules, tx, authority, change)
    const value = await change.run(tx)
    const details =
      proposedBy === null ? change.details : { ...change.details, proposedBy, approval: authority.approval }
    return { subject: change.subject, details, value }
  })
}

/** Proposals that wait for a second operator, oldest first. */
export async function listApprovals(database: Queryable, now: Date): Promise<Row[]> {
  const rows = await listCommandProposals(database, now, LIST_MAX)
  return rows.map((row) => ({
    approval: Number(row.id),
    action: row.action,
    subject: row.subject,
    proposedBy: row.proposed_by,
    reason: row.reason,
    expiresAt: row.expires_at.toISOString(),
  }))
}

/** The permissions of a member of staff by their roles; a typed name has all of them. */
async function rightsOf(database: Queryable, actor: string) {
  if (!isStaff(actor)) return () => true
  const row = await findByLogin(database, actor.slice(STAFF_PREFIX.length))
  const permissions = permissionsOf(row?.roles ?? [])
  return (permission: Permission) => permissions.includes(permission)
}

const SENTENCES: Partial<Record<ConsoleProblem, (approval: number) => string>> = {
  proposal_over: (approval) => `There is no open proposal ${approval} that you can end so.`,
  proposal_own: (approval) => `Proposal ${approval} is yours: withdraw it, or another operator refuses it.`,
  forbidden: () => 'Your roles do not include what this proposal is for.',
}

/** Another operator refuses the proposal, or its author withdraws it; nothing of it is carried out. */
export async function endApproval(
  { database, clock }: Omit<Rules, 'config'>,
  { actor, reason }: Authority,
  approval: number,
  outcome: 'refused' | 'withdrawn',
): Promise<Row> {
  const may = await rightsOf(database, actor)
  try {
    const { action, subject } = await database.withTransaction((tx) =>
      endCommandProposal(tx, approval, { outcome, by: actor, reason, may, now: new Date(clock.now()) }),
    )
    return { approval, action, subject, outcome }
  } catch (error) {
    const sentence = error instanceof ConsoleRefusal ? SENTENCES[error.problem]?.(approval) : undefined
    throw sentence === undefined ? error : new OpsRefusal(sentence)
  }
}
