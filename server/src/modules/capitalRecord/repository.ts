import type { Queryable } from '../../database/database'

export interface CapitalRow {
  transfer_id: bigint
  kind: number
  amount: bigint
  balance_after: bigint
  created_at: Date
  reference: string
  /** Number of its deposit or withdrawal. */
  money_reference: string | null
}

export interface CapitalFilter {
  /** Kinds of transfers; undefined means all. */
  kinds: readonly number[] | undefined
  /** True if no kind is about orders: the query may use the index that leaves orders out. */
  withoutOrders: boolean
  from: Date | null
  to: Date | null
  /** Transfer of the last row on the previous page. */
  before: bigint | null
  limit: number
}

/** A transfer may be this much older or newer than its number says; see `ledger_transfer_near`. */
const SLACK = `interval '1 day'`

const ORDER_TRANSFERS = 'transfer_order_placed(), transfer_order_settled(), transfer_order_voided()'
const WITHDRAWAL_TRANSFERS =
  'transfer_withdrawal_requested(), transfer_withdrawal_paid(), transfer_withdrawal_returned()'
const ACCOUNT = `(select ledger_account_id($1, account_available()))`

/**
 * The source of a page, row by row: `offset 0` keeps the planner from joining with all users' transfers, newest first,
 * which takes far too long for a user who has been away for a while.
 */
const FROM = {
  postings: `(select transfer_id, amount, balance_after from ledger_posting
               where account_id = ${ACCOUNT} and ($2::bigint is null or transfer_id < $2)) posting
    cross join lateral (select id, user_id, kind, created_at, reference from ledger_transfer
                         where id = posting.transfer_id offset 0) transfer`,
  notOrders: `(select id, user_id, kind, created_at, reference from ledger_transfer
                where user_id = $1 and kind not in (${ORDER_TRANSFERS}) and ($2::bigint is null or id < $2)) transfer
    cross join lateral (select transfer_id, amount, balance_after from ledger_posting
                         where transfer_id = transfer.id and account_id = ${ACCOUNT} offset 0) posting`,
}

/** Postings on `available` of these orders, found by the index that lets each of their transfers happen once. */
export function listBooked(tx: Queryable, userId: bigint, orderIds: readonly string[]): Promise<CapitalRow[]> {
  return tx.query<CapitalRow>(
    `select posting.transfer_id, transfer.kind, posting.amount, posting.balance_after, transfer.created_at,
            transfer.reference, null as money_reference
       from ledger_transfer transfer
       join ledger_posting posting on posting.transfer_id = transfer.id and posting.account_id = ${ACCOUNT}
      where transfer.user_id = $1 and transfer.kind in (${ORDER_TRANSFERS}) and transfer.reference = any ($2::uuid[])`,
    [userId, orderIds],
  )
}

/** Postings on `available`, newest first. */
export function listCapital(tx: Queryable, userId: bigint, filter: CapitalFilter): Promise<CapitalRow[]> {
  const driver = filter.withoutOrders ? 'transfer.id' : 'posting.transfer_id'
  return tx.query<CapitalRow>(
    `select posting.transfer_id, transfer.kind, posting.amount, posting.balance_after, transfer.created_at,
            transfer.reference, coalesce(deposited.reference, withdrawn.reference) as money_reference
       from ${filter.withoutOrders ? FROM.notOrders : FROM.postings}
       left join lateral (
         select reference from deposit
          where transfer.kind = transfer_deposit_credited() and user_id = $1 and id = transfer.reference offset 0) deposited on true
       left join lateral (
         select reference from withdrawal
          where transfer.kind in (${WITHDRAWAL_TRANSFERS}) and user_id = $1 and id = transfer.reference offset 0) withdrawn on true
      where ($3::smallint[] is null or transfer.kind = any ($3))
        and ($4::timestamptz is null or (
              transfer.created_at >= $4 and ${driver} >= (select ledger_transfer_near($4 - ${SLACK}))))
        and ($5::timestamptz is null or (
              transfer.created_at < $5 and ${driver} < (select ledger_transfer_near($5 + ${SLACK}))))
      order by ${driver} desc limit $6`,
    [userId, filter.before, filter.kinds ?? null, filter.from, filter.to, filter.limit],
  )
}
