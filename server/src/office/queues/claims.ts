import { type Queue, ruleOf, type StaffActionName, type StaffActionWith } from '../../../../contract/console'
import type { ActionParams } from '../../../../contract/consoleActions'
import type { Queryable } from '../../database/database'
import type { Page } from '../../shared/page'
import { ok, type Result, refuse } from '../../shared/result'
import { actorOf, type StaffIdentity } from '../../staff/staffService'

/** How long an item stays claimed after its owner took it or last looked at it. */
export const CLAIM_MS = 15 * 60_000

export interface Claim {
  by: string
  mine: boolean
  until: string
}

interface ClaimRow {
  key: string
  staff_id: bigint
  login: string
  until: Date
}

interface QueueItem {
  queue: Queue
  key: string
}

/** The parameter by which actions name an item of a queue. */
const KEYS: { [Q in Queue]: keyof ActionParams<StaffActionWith<{ queue: Q }>> } = {
  verifications: 'user',
  deposits: 'reference',
  withdrawals: 'reference',
}

/** The item that an action decides on; undefined for an action without a queue. */
export function itemOf<N extends StaffActionName>(action: N, params: ActionParams<N>): QueueItem | undefined {
  const { queue } = ruleOf(action)
  return queue && { queue, key: (params as Record<(typeof KEYS)[Queue], string>)[KEYS[queue]] }
}

/** The people who work on these items now. */
export async function claimsOf(
  database: Queryable,
  queue: Queue,
  keys: readonly string[],
  { now, staff }: { now: number; staff: StaffIdentity },
): Promise<Map<string, Claim>> {
  const rows = await database.query<ClaimRow>(
    `select claim.key, claim.staff_id, member.login, claim.until
       from queue_claim claim join staff_member member on member.id = claim.staff_id
      where claim.queue = $1 and claim.key = any ($2) and claim.until > $3`,
    [queue, keys, new Date(now)],
  )
  return new Map(
    rows.map((row) => [row.key, { by: row.login, mine: row.staff_id === staff.id, until: row.until.toISOString() }]),
  )
}

/** Adds to each item of the page who works on it. */
export async function withClaims<T extends { key: string; claim: Claim | null }>(
  database: Queryable,
  page: Page<T>,
  queue: Queue,
  at: { now: number; staff: StaffIdentity },
): Promise<Page<T>> {
  const keys = page.items.map((item) => item.key)
  const claims = await claimsOf(database, queue, keys, at)
  return { ...page, items: page.items.map((item) => ({ ...item, claim: claims.get(item.key) ?? null })) }
}

/** Takes the item or extends the claim; `claimed_by_other` while somebody else holds it. */
export async function claimItem(
  database: Queryable,
  item: QueueItem,
  { now, staffId }: { now: number; staffId: bigint },
): Promise<Result<Date, 'claimed_by_other'>> {
  const until = new Date(now + CLAIM_MS)
  const isOurs = await database.some(
    `insert into queue_claim as claim (queue, key, staff_id, until) values ($1, $2, $3, $4)
       on conflict (queue, key) do update set staff_id = excluded.staff_id, until = excluded.until
         where claim.staff_id = excluded.staff_id or claim.until <= $5
     returning 1`,
    [item.queue, item.key, staffId, until, new Date(now)],
  )
  return isOurs ? ok(until) : refuse('claimed_by_other')
}

/** `claim_missing` unless this person holds the item now. */
export async function needClaim(
  database: Queryable,
  item: QueueItem,
  { now, staffId }: { now: number; staffId: bigint },
): Promise<Result<undefined, 'claim_missing'>> {
  const isHeld = await database.some(
    'select 1 from queue_claim where queue = $1 and key = $2 and staff_id = $3 and until > $4',
    [item.queue, item.key, staffId, new Date(now)],
  )
  return isHeld ? ok(undefined) : refuse('claim_missing')
}

/** Looking at a claimed item extends the claim. */
export async function extendClaim(
  database: Queryable,
  item: QueueItem,
  { now, staff }: { now: number; staff: StaffIdentity },
): Promise<void> {
  await database.query(
    'update queue_claim set until = $4 where queue = $1 and key = $2 and staff_id = $3 and until > $5',
    [item.queue, item.key, staff.id, new Date(now + CLAIM_MS), new Date(now)],
  )
}

export async function releaseClaim(database: Queryable, item: QueueItem, staff: StaffIdentity): Promise<void> {
  await database.query('delete from queue_claim where queue = $1 and key = $2 and staff_id = $3', [
    item.queue,
    item.key,
    staff.id,
  ])
}

/** Whether `picked_up_by` of a withdrawal names this person. */
export const isPickedUpBy = (pickedUpBy: string | null, staff: { login: string }) => pickedUpBy === actorOf(staff)
