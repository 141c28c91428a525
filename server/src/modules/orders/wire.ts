import { ORDER_STATUSES, type Order, VOID_REASONS } from '../../../../contract/orders'
import { present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import { orderNumber } from './orderNumber'
import type { NewOrder, OrderRow } from './repository'

const instant = (ms: bigint | null) => (ms === null ? null : new Date(Number(ms)).toISOString())

/** An order as it goes over the wire. */
export function toWire(row: Omit<OrderRow, 'body_hash'>, symbol: string, scale: number): Order {
  return {
    id: row.id,
    number: orderNumber(row.no, Number(row.accepted_at_ms)),
    symbol,
    direction: row.direction === 1 ? 'up' : 'down',
    stake: formatMoney(row.stake, scale),
    durationSeconds: row.duration_seconds,
    earningsRateBp: row.earnings_rate_bp,
    payout: formatMoney(row.payout, scale),
    status: present(ORDER_STATUSES[row.status - 1], 'a stored status is one of the contract'),
    source: row.source,
    acceptedAt: new Date(Number(row.accepted_at_ms)).toISOString(),
    entryPrice: row.entry_price,
    entryAt: instant(row.entry_at_ms),
    expiresAt: instant(row.expires_at_ms),
    exitPrice: row.exit_price,
    exitAt: instant(row.exit_at_ms),
    closedAt: instant(row.closed_at_ms),
    profitLoss: row.profit_loss === null ? null : formatMoney(row.profit_loss, scale),
    voidReason: row.void_reason === null ? null : (VOID_REASONS[row.void_reason - 1] ?? null),
    version: row.version,
  }
}

/** A row as it stands right after placing, without reading it back. */
export function placedRow(order: NewOrder, no: bigint): Omit<OrderRow, 'body_hash'> {
  return {
    no,
    user_id: order.userId,
    id: order.id,
    product_id: order.productId,
    direction: order.direction,
    stake: order.stake,
    duration_seconds: order.durationSeconds,
    earnings_rate_bp: order.earningsRateBp,
    payout: order.payout,
    status: 1,
    source: order.source,
    accepted_at_ms: BigInt(order.acceptedAtMs),
    entry_sequence: null,
    entry_at_ms: null,
    entry_price: null,
    expires_at_ms: null,
    exit_sequence: null,
    exit_at_ms: null,
    exit_price: null,
    closed_at_ms: null,
    profit_loss: null,
    void_reason: null,
    version: 1,
  }
}
