import { setImmediate } from 'node:timers/promises'
import type { SignerSet } from '../shared/signed/signerSet'
import { DAY_MS } from '../shared/time'
import type { SignedOrder } from './closedOrder'
import { differsFromSignatures } from './signedRule'
import { byLinesOfSettlementLog, FINDINGS_MAX, type Finding, type Sweep } from './sweep'

/** Those of them that signatures decide differently. Each takes some 15 ms: others have their turn in between. */
export async function findWronglySigned(
  orders: readonly SignedOrder[],
  sets: readonly SignerSet[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const order of orders) {
    await setImmediate()
    if (!differsFromSignatures(order, sets)) continue
    findings.push({ kind: 'row_differs', table: 'trade_order', id: order.number })
    if (findings.length === FINDINGS_MAX) break
  }
  return findings
}

/** Each order under rule 4 is what the signed updates in its row decide. `sets` are the signers that are believed. */
export const createSignedResultsSweep = (sets: readonly SignerSet[]): Sweep => ({
  name: 'signed_results',
  perSlice: 200,
  grows: true,
  // Signatures do not change by themselves: once a day, and each order when it is new.
  countsMs: DAY_MS,
  ...byLinesOfSettlementLog,
  async find(database, from, to) {
    const orders = await database.query<SignedOrder>(
      `select placed.*, logged.logged_late, silence.silent from settlement
         cross join lateral (select * from trade_order where number = settlement.order_number limit 2) placed
         cross join lateral (
           select coalesce((select is_logged_late(accepted.head_number, placed.accepted_at_ms) from accepted_order accepted
                             where accepted.order_number = placed.number), false) as logged_late) logged
         cross join lateral (select coalesce(placed.expires_at_ms, placed.accepted_at_ms + 1) as since_ms) awaited
         cross join lateral (
           select exists (
             select from tree_head head
               join product on product.id = placed.product_id
               cross join lateral (select source_at_ms from tick
                                    where product_id = placed.product_id
                                      and sequence = (head.sizes ->> product.symbol)::bigint limit 1) last
              where head.number = placed.head_number
                and (head.throughs ->> product.symbol)::bigint - awaited.since_ms >= 86400000
                and last.source_at_ms < awaited.since_ms) as silent) silence
        where settlement.leaf >= $1 and settlement.leaf < $2 and is_signed(placed.source)`,
      [from, to],
    )
    return findWronglySigned(orders, sets)
  },
})
