import { STAFF_ACTION_NAMES } from '../../../../contract/console'
import { WAITING_KINDS, WAITING_MAX, type WaitingKind, type WaitingQueue } from '../../../../contract/consoleWaiting'
import { DEPOSIT_DUE_MS } from '../../modules/deposits/service'
import { NAME_DUE_MS } from '../../modules/payoutAccounts/service'
import { REVIEW_DUE_MS } from '../../modules/verification/service'
import { formatMoney } from '../../shared/money'
import type { StaffIdentity } from '../../staff/staffService'
import type { ConsoleDeps } from '../action'
import { actorFrom, may, mayDecideOn } from '../actor'

/**
 * The longest waiting items of each queue: $1 actions that the reader may decide, $2 the reader, $3 now, $4 how many at
 * most, $5 the currency. Each part reads an index that is in this order and ends after that many.
 */
const ITEMS: Record<WaitingKind, string> = {
  verifications: `select null::bigint as amount, submitted_at as since, null::timestamptz as due from verification
                   where status in ('submitted', 'under_verification') order by submitted_at, user_id limit $4`,
  payees: `select null::bigint, name_asked_at, null::timestamptz from payout_account
            where name_asked_at is not null and name_decided_at is null order by name_asked_at, user_id limit $4`,
  deposits: `select amount, created_at, null::timestamptz from deposit
              where status = money_under_review() order by number limit $4`,
  statements: `select amount, created_at, null::timestamptz
                 from (select amount, created_at, reference from deposit
                        where status = money_under_review() order by number limit $4) as waiting
                where exists (select from bank_statement_line line
                               where line.reference = waiting.reference and line.named = 'exact' and line.aside_at is null
                                 and line.amount = waiting.amount and line.currency = $5)
                  and not exists (select from staff_proposal proposal
                                   where proposal.action = 'deposits.approve' and proposal.subject = waiting.reference
                                     and proposal.outcome is null and proposal.expires_at > $3)`,
  withdrawals: `select amount - fee, created_at, expected_at from withdrawal
                 where status = money_under_review() order by number limit $4`,
  proposals: `select null::bigint, created_at, expires_at from staff_proposal
               where outcome is null and expires_at > $3 and action = any ($1) and proposed_by <> $2 order by id limit $4`,
}

const SUMS = WAITING_KINDS.map(
  (kind) => `select '${kind}' as queue, count(*)::int as count, sum(amount)::bigint as amount, min(since) as oldest,
                    min(due) as due
               from (${ITEMS[kind]}) as item (amount, since, due)`,
).join(' union all ')

interface SumRow {
  queue: WaitingKind
  count: number
  amount: bigint | null
  oldest: Date | null
  due: Date | null
}

/** Queues that promise the same time to everybody. */
const DUE_MS: Partial<Record<WaitingKind, number>> = {
  verifications: REVIEW_DUE_MS,
  payees: NAME_DUE_MS,
  deposits: DEPOSIT_DUE_MS,
  statements: DEPOSIT_DUE_MS,
}

function dueOf({ queue, oldest, due }: SumRow): Date | null {
  const promised = DUE_MS[queue]
  return promised === undefined || oldest === null ? due : new Date(oldest.getTime() + promised)
}

/** A queue is shown to whoever may decide on its items, here deposits; proposals are everybody's page. */
const isTheirs = (staff: StaffIdentity, kind: WaitingKind) => {
  const queue = kind === 'statements' ? 'deposits' : kind === 'payees' ? 'verifications' : kind
  return queue === 'proposals' || mayDecideOn(staff, queue)
}

/** What waits for this person: how many, how much, since when and until when (PRODUCT.md 20.16). */
export async function readWaiting(
  { database, clock, config }: ConsoleDeps,
  staff: StaffIdentity,
): Promise<WaitingQueue[]> {
  const actor = actorFrom(staff)
  const actions = STAFF_ACTION_NAMES.filter((name) => may(actor, name))
  const rows = await database.query<SumRow>(SUMS, [
    actions,
    actor.name,
    new Date(clock.now()),
    WAITING_MAX,
    config.currency.code,
  ])
  return rows
    .filter(({ queue }) => isTheirs(staff, queue))
    .map((row) => ({
      queue: row.queue,
      count: row.count,
      amount: row.amount === null ? null : formatMoney(row.amount, config.currency.scale),
      oldestAt: row.oldest?.toISOString() ?? null,
      dueAt: dueOf(row)?.toISOString() ?? null,
    }))
}
