import type { FailureReason, MoneyListQuery, TimelineEntry } from '../../../contract/deposits'
import type { Queryable, Tx } from '../database/database'
import type { Ledger, Transfer } from '../ledger/ledger'
import { assert } from '../shared/assert'
import { ok, type Result, refuse } from '../shared/result'
import { MONEY_STATUS } from '../shared/stored'
import { notifyUser } from '../users/userEvents'
import type { MessagesService, NewMessage } from './messages/service'

/** The common part of deposits and withdrawals: both are requests that end well or fail. */

export type MoneyStatus = keyof typeof MONEY_STATUS

export type TimelineStep = TimelineEntry['step']

interface MoneyListFilter {
  status?: MoneyListQuery['status']
  /** Running number of the last row of the page before. */
  before?: bigint | null
  limit: number
}

/** The condition of a list on its rows: what the user canceled is apart from what failed. */
function statusCondition(status: MoneyListQuery['status']): string {
  if (status === undefined) return ''
  if (status === 'cancelled') return `and status = ${MONEY_STATUS.failed} and reason_code = 'cancelled_by_user'`
  const others = status === 'failed' ? `and reason_code is distinct from 'cancelled_by_user'` : ''
  return `and status = ${MONEY_STATUS[status]} ${others}`
}

/** A request with the account of its user. */
export type Named<Row> = Row & { account: string }

/** How the requests of a table are read. */
export function storedRequests<Row extends object>(table: 'deposit' | 'withdrawal') {
  const named = `select request.*, app_user.account from ${table} request join app_user on app_user.id = request.user_id`
  return {
    async nextNumber(tx: Tx): Promise<bigint> {
      return (await tx.first<{ number: bigint }>(`select nextval('${table}_number_seq') as number`))?.number ?? 0n
    },

    find: (tx: Queryable, userId: bigint, id: string) =>
      tx.first<Row>(`select * from ${table} where user_id = $1 and id = $2`, [userId, id]),

    /** Locks the row for a change: a second transaction sees the outcome of the first. */
    lock: (tx: Tx, userId: bigint, id: string) =>
      tx.first<Row>(`select * from ${table} where user_id = $1 and id = $2 for update`, [userId, id]),

    lockByReference: (tx: Tx, reference: string) =>
      tx.first<Row>(`select * from ${table} where reference = $1 for update`, [reference]),

    /** Newest first. */
    list: (tx: Queryable, userId: bigint, { status, before = null, limit }: MoneyListFilter) =>
      tx.query<Row>(
        `select * from ${table} where user_id = $1 ${statusCondition(status)} and ($2::bigint is null or number < $2)
          order by number desc limit $3`,
        [userId, before, limit],
      ),

    /**
     * For the operator: waiting requests come oldest first, so that nobody is forgotten; decided ones come newest
     * first.
     */
    listAll: (tx: Queryable, status: MoneyStatus, limit: number) =>
      tx.query<Named<Row>>(
        `${named} where request.status = $1 order by request.number ${status === 'under_review' ? '' : 'desc'} limit $2`,
        [MONEY_STATUS[status], limit],
      ),

    findNamed: (tx: Queryable, reference: string) =>
      tx.first<Named<Row>>(`${named} where request.reference = $1`, [reference]),

    isUnderReview: (tx: Queryable, userId: bigint) =>
      tx.some(`select 1 from ${table} where user_id = $1 and status = money_under_review() limit 1`, [userId]),
  }
}

/** Why an operator cannot decide on a request: there is none, or it has ended. */
export type EndedProblem = 'not_found' | 'decided'

/** The request, if it is still under review. */
export function underReview<Row extends { status: number }>(row: Row | undefined): Result<Row, EndedProblem> {
  if (!row) return refuse('not_found')
  return row.status === MONEY_STATUS.under_review ? ok(row) : refuse('decided')
}

type OfOne<M> = M extends NewMessage ? Pick<M, 'kind' | 'facts'> : never

interface ClosedRequest {
  table: 'deposit' | 'withdrawal'
  /** Its only transfer. */
  transfer?: Pick<Transfer, 'kind' | 'postings'>
  /** Nothing if the user canceled it. */
  told: OfOne<NewMessage> | undefined
}

/** Moves the money of a request that the caller has locked and marked as ended, and tells its user. */
export async function closeRequest(
  tx: Tx,
  { ledger, messages }: { ledger: Ledger; messages: MessagesService },
  { id, user_id: userId }: { id: string; user_id: bigint },
  { table, transfer, told }: ClosedRequest,
): Promise<void> {
  if (transfer) {
    const posted = await ledger.post(tx, { userId, reference: id, ...transfer })
    assert(posted.outcome === 'posted', 'a request is locked, and has no other end')
  }
  if (told) await messages.send(tx, { userId, reference: `${table} ${id}`, ...told })
  await notifyUser(tx, userId, transfer ? [`${table}s`, 'account'] : [`${table}s`])
}

/** For the message about a request that failed. */
export const failureFacts = <C extends FailureReason['code']>({ code, note }: { code: C; note: string | null }) => ({
  reason: code,
  ...(note && { note }),
})

/** How each failure shows in a timeline. */
export const FAILURE_STEP: Record<FailureReason['code'], TimelineStep> = {
  cancelled_by_user: 'cancelled',
  rejected: 'rejected',
  expired: 'expired',
  gateway_refused: 'rejected',
}

/** Steps with their instants, those that happened, in the order of time. */
export function timelineOf(steps: readonly [TimelineStep, Date | null][]): TimelineEntry[] {
  return steps
    .flatMap(([step, at]) => (at === null ? [] : [{ step, at: at.toISOString() }]))
    .sort((a, b) => a.at.localeCompare(b.at))
}
