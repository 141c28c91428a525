import { ACCOUNT_KIND } from '../../ledger/kinds'
import type { Queryable } from '../../plugins/database'

export interface CapitalRow {
  transfer_id: bigint
  kind: number
  amount: bigint
  balance_after: bigint
  created_at: Date
  reference: string
  /** Number of the deposit or withdrawal it stands for. */
  money_reference: string | null
}

export interface CapitalFilter {
  /** Kinds of transfers; undefined means all. */
  kinds: readonly number[] | undefined
  /** No kind of order is among them: the query may walk the index that leaves orders out. */
  withoutOrders: boolean
  from: Date | null
  to: Date | null
  /** Transfer of the last row of the page before. */
  before: bigint | null
  limit: number
}

/** Transfers may be this much older or newer than their number tells; see `ledger_transfer_near`. */
const SLACK = `interval '1 day'`

/** Postings on `available`, newest first. */
export function listCapital(tx: Queryable, userId: bigint, filter: CapitalFilter): Promise<CapitalRow[]> {
  return tx.query<CapitalRow & Record<string, unknown>>(
    `select p.transfer_id, t.kind, p.amount, p.balance_after, t.created_at, t.reference,
            coalesce(d.reference, w.reference) as money_reference
       from ledger_account a
       join ledger_posting p on p.account_id = a.id
       join ledger_transfer t on t.id = p.transfer_id
       left join deposit d on t.kind = 20 and d.user_id = $1 and d.id = t.reference
       left join withdrawal w on t.kind in (30, 31, 32) and w.user_id = $1 and w.id = t.reference
      where a.user_id = $1 and a.kind = ${ACCOUNT_KIND.available} and t.user_id = $1
        and ($2::bigint is null or p.transfer_id < $2)
        and ($3::smallint[] is null or t.kind = any ($3))
        ${filter.withoutOrders ? 'and t.kind not in (10, 11, 12)' : ''}
        and ($4::timestamptz is null or (
              t.created_at >= $4 and p.transfer_id >= (select ledger_transfer_near($4 - ${SLACK}))))
        and ($5::timestamptz is null or (
              t.created_at < $5 and p.transfer_id < (select ledger_transfer_near($5 + ${SLACK}))))
      order by p.transfer_id desc limit $6`,
    [userId, filter.before, filter.kinds ?? null, filter.from, filter.to, filter.limit],
  )
}
