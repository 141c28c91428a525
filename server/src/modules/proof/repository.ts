import type { Queryable } from '../../database/database'
import type { OrderRow } from '../../shared/orderRow'

/** A closed order with what its receipt needs of the product and the settlement log. */
export interface ReceiptRow extends OrderRow {
  symbol: string
  profit_loss: bigint
  closed_at_ms: bigint
  entry_update: Buffer | null
  exit_update: Buffer | null
  head_number: bigint | null
  id_turn: number
  leaf: bigint
  /** Its place in the orders log, and the first head that holds it. */
  accepted_leaf: bigint
  accepted_head: bigint
}

/** The user's closed order, or undefined. */
export function findReceiptRow(tx: Queryable, userId: bigint, id: string): Promise<ReceiptRow | undefined> {
  return tx.first<ReceiptRow>(
    `select placed.*, product.symbol, settlement.leaf, accepted.leaf as accepted_leaf, accepted.head_number as accepted_head
       from trade_order placed
       join product on product.id = placed.product_id
       join settlement on settlement.order_number = placed.number
       join accepted_order accepted on accepted.order_number = placed.number
      where placed.user_id = $1 and placed.id = $2`,
    [userId, id],
  )
}

/** Sequences in the database of the last tick up to `fromMs` and the first after `toMs`; null if there is none. */
export async function findSpan(tx: Queryable, productId: number, fromMs: number, toMs: number) {
  const row = await tx.first<{ first: bigint | null; last: bigint | null }>(
    `select (select sequence from tick where product_id = $1 and at_ms <= $2 order by at_ms desc, sequence desc limit 1)
              as first,
            (select sequence from tick where product_id = $1 and at_ms > $3 order by at_ms, sequence limit 1) as last`,
    [productId, fromMs, toMs],
  )
  return { first: row?.first ? Number(row.first) : null, last: row?.last ? Number(row.last) : null }
}

/** The time of the first tick after `atMs`; null if the log has none. */
export async function findEntryTime(tx: Queryable, productId: number, atMs: number): Promise<number | null> {
  const row = await tx.first<{ at_ms: bigint }>(
    'select at_ms from tick where product_id = $1 and at_ms > $2 order by at_ms, sequence limit 1',
    [productId, atMs],
  )
  return row ? Number(row.at_ms) : null
}
