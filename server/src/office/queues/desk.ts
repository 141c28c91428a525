import { QUEUES, type Queue, STAFF_ACTION_NAMES } from '../../../../contract/console'
import { DESK_MAX, type Desk, type DeskItem } from '../../../../contract/consoleWaiting'
import { DEPOSIT_DUE_MS } from '../../modules/deposits/service'
import { REVIEW_DUE_MS } from '../../modules/verification/service'
import { formatMoney } from '../../shared/money'
import { DAY_MS } from '../../shared/time'
import { actorOf, type StaffIdentity } from '../../staff/staffService'
import type { ConsoleDeps } from '../action'
import { mayDecideOn } from '../actor'
import { claimsOf } from './claims'

interface ItemRow {
  queue: Queue
  key: string
  account: string
  amount: bigint | null
  since: Date
  due: Date | null
}

/** Columns and waiting rows of each queue, whose table is `item`; `key` names one as a claim does. */
const WAITING: Record<Queue, { columns: string; from: string; key: string; order: string }> = {
  verifications: {
    columns: `user_id, null::bigint as amount, submitted_at as since, null::timestamptz as due, 'user ' || user_id as subject`,
    from: `verification item where status in ('submitted', 'under_verification')`,
    key: 'item.user_id::text',
    order: 'submitted_at, user_id',
  },
  deposits: {
    columns: 'user_id, amount, created_at, null::timestamptz, reference',
    from: 'deposit item where status = money_under_review()',
    key: 'item.reference',
    order: 'number',
  },
  withdrawals: {
    columns: 'user_id, amount - fee, created_at, expected_at, reference',
    from: 'withdrawal item where status = money_under_review()',
    key: 'item.reference',
    order: 'number',
  },
}

/** The longest waiting items of a queue, and those that the reader has claimed. */
function itemsOf(queue: Queue): string {
  const { columns, from, key, order } = WAITING[queue]
  const rows = `select '${queue}' as queue, ${key} as key, ${columns} from ${from}`
  const own = `select key from queue_claim where queue = '${queue}' and staff_id = $1 and until > $2`
  return `(${rows} order by ${order} limit $4) union (${rows} and ${key} in (${own}))`
}

/**
 * What one person can do next: $1 the reader, $2 now, $3 their queues, $4 how many of each at most. Without what somebody
 * else has claimed and what a proposal decides.
 */
const ITEMS = `
  select item.queue, item.key, app_user.account, item.amount, item.since, item.due
    from (${QUEUES.map(itemsOf).join(' union all ')}) item
    join app_user on app_user.id = item.user_id
   where item.queue = any ($3)
     and not exists (select from queue_claim claim
                      where claim.queue = item.queue and claim.key = item.key and claim.until > $2 and claim.staff_id <> $1)
     and not exists (select from staff_proposal proposal
                      where proposal.outcome is null and proposal.expires_at > $2 and proposal.subject = item.subject
                        and proposal.action like item.queue || '.%')`

const DUE_MS: Record<Queue, number> = { verifications: REVIEW_DUE_MS, deposits: DEPOSIT_DUE_MS, withdrawals: 0 }

/** Deciding, proposing and refusing: what counts as done. */
const DECISIONS = STAFF_ACTION_NAMES.flatMap((name) => [name, `${name}.propose`, `${name}.refused`])

async function doneToday({ database, clock }: ConsoleDeps, staff: StaffIdentity): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    'select count(*)::int as count from audit_entry where actor = $1 and created_at >= $2 and action = any ($3)',
    [actorOf(staff), new Date(clock.now() - (clock.now() % DAY_MS)), DECISIONS],
  )
  return row?.count ?? 0
}

/** One's own work: claims first, then what is due first in the queues that one may decide on (PRODUCT.md 20.16). */
export async function readDesk(deps: ConsoleDeps, staff: StaffIdentity): Promise<Desk> {
  const { database, clock, config } = deps
  const now = clock.now()
  const queues = QUEUES.filter((queue) => mayDecideOn(staff, queue))
  const rows = await database.query<ItemRow>(ITEMS, [staff.id, new Date(now), queues, DESK_MAX])
  const claims = new Map(
    await Promise.all(
      queues.map(async (queue) => {
        const keys = rows.filter((row) => row.queue === queue).map(({ key }) => key)
        return [queue, await claimsOf(database, queue, keys, { now, staff })] as const
      }),
    ),
  )
  const items = rows.map(
    ({ queue, key, account, amount, since, due }): DeskItem => ({
      queue,
      key,
      account,
      amount: amount === null ? null : formatMoney(amount, config.currency.scale),
      since: since.toISOString(),
      dueAt: (due ?? new Date(since.getTime() + DUE_MS[queue])).toISOString(),
      claim: claims.get(queue)?.get(key) ?? null,
    }),
  )
  const rank = ({ claim }: DeskItem) => (claim?.mine ? 0 : 1)
  items.sort((a, b) => rank(a) - rank(b) || a.dueAt.localeCompare(b.dueAt))
  return { items: items.slice(0, DESK_MAX), doneToday: await doneToday(deps, staff) }
}
