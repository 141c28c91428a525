import type { Order } from '../../../../contract/orders'
import { DIRECTION, ORDER_STATUS, storedName, VOID_REASON } from '../../database/stored'
import { formatMoney } from '../../shared/money'
import { orderNumber } from './orderNumber'
import type { NewOrder, OrderRow } from './repository'

const instant = (ms: bigint | null) => (ms === null ? null : new Date(Number(ms)).toISOString())

/** An order as it goes over the wire. */
export function toWire(row: Omit<OrderRow, 'body_hash'>, symbol: string, scale: number): Order {
  return {
    id: row.id,
    number: orderNumber(row.number, Number(row.accepted_at_ms)),
    symbol,
    direction: storedName(DIRECTION, row.direction),
    stake: formatMoney(row.stake, scale),
    durationSeconds: row.duration_seconds,
    earningsRateBp: row.earnings_rate_bp,
    payout: formatMoney(row.payout, scale),
    status: storedName(ORDER_STATUS, row.status),
    source: row.source,
    acceptedAt: new Date(Number(row.accepted_at_ms)).toISOString(),
    entryPrice: row.entry_price,
    entryAt: instant(row.entry_at_ms),
    expiresAt: instant(row.expires_at_ms),
    exitPrice: row.exit_price,
    exitAt: instant(row.exit_at_ms),
    closedAt: instant(row.closed_at_ms),
    profitLoss: row.profit_loss === null ? null : formatMoney(row.profit_loss, scale),
    voidReason: row.void_reason === null ? null : storedName(VOID_REASON, row.void_reason),
    version: row.version,
  }
}

/** A row as it stands right after placing, without reading it back. */
export function placedRow(order: NewOrder, number: bigint): Omit<OrderRow, 'body_hash'> {
  return {
    number,
    user_id: order.userId,
    id: order.id,
    product_id: order.productId,
    direction: order.direction,
    stake: order.stake,
    duration_seconds: order.durationSeconds,
    earnings_rate_bp: order.earningsRateBp,
    payout: order.payout,
    status: ORDER_STATUS.pending,
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
