import type { Order } from '../../../../contract/orders'
import type { OrderTerms } from '../../../../contract/proof'
import { shownPrice } from '../../../../contract/signedPrices'
import { formatMoney } from '../../shared/money'
import type { OrderRow } from '../../shared/orderRow'
import { ruleOf } from '../../shared/signed/source'
import { DIRECTION, ORDER_STATUS, storedName, VOID_REASON } from '../../shared/stored'
import { orderNumber } from './orderNumber'
import type { NewOrder, ShownOrder } from './repository'

const instant = (ms: bigint | null) => (ms === null ? null : new Date(Number(ms)).toISOString())

export function toWire(row: ShownOrder, product: { symbol: string; decimals: number }, scale: number): Order {
  const price = (stored: string | null) => (stored === null ? null : shownPrice(stored, product.decimals))
  return {
    id: row.id,
    number: orderNumber(row.number, Number(row.accepted_at_ms)),
    symbol: product.symbol,
    direction: storedName(DIRECTION, row.direction),
    stake: formatMoney(row.stake, scale),
    durationSeconds: row.duration_seconds,
    earningsRateBp: row.earnings_rate_bp,
    payout: formatMoney(row.payout, scale),
    status: storedName(ORDER_STATUS, row.status),
    source: row.source,
    acceptedAt: new Date(Number(row.accepted_at_ms)).toISOString(),
    entryPrice: price(row.entry_price),
    entryAt: instant(row.entry_at_ms),
    expiresAt: instant(row.expires_at_ms),
    exitPrice: price(row.exit_price),
    exitAt: instant(row.exit_at_ms),
    closedAt: instant(row.closed_at_ms),
    profitLoss: row.profit_loss === null ? null : formatMoney(row.profit_loss, scale),
    voidReason: row.void_reason === null ? null : storedName(VOID_REASON, row.void_reason),
    version: row.version,
  }
}

type TermColumn =
  | (
      | 'id'
      | 'number'
      | 'source'
      | 'instrument'
      | 'direction'
      | 'stake'
      | 'currency'
      | 'scale'
      | 'payout'
      | 'earnings_rate_bp'
    )
  | ('duration_seconds' | 'accepted_at_ms' | 'entry_timeout_ms' | 'stale_after_ms' | 'source_lag_ms')
  | ('seen_head' | 'seen_root' | 'device_key' | 'device_signature')

/** The agreed terms in the form that is signed and logged at settlement (docs/PROOF_DESIGN.md, "Acceptance"). */
export function termsOf(row: Pick<OrderRow, TermColumn>, symbol: string): OrderTerms {
  return {
    id: row.id,
    number: orderNumber(row.number, Number(row.accepted_at_ms)),
    symbol,
    source: row.source,
    instrument: row.instrument,
    direction: storedName(DIRECTION, row.direction),
    stake: String(row.stake),
    currency: row.currency,
    scale: row.scale,
    payout: String(row.payout),
    earningsRateBp: row.earnings_rate_bp,
    durationSeconds: row.duration_seconds,
    acceptedAt: Number(row.accepted_at_ms),
    entryTimeoutMs: row.entry_timeout_ms,
    staleAfterMs: row.stale_after_ms,
    sourceLagMs: row.source_lag_ms,
    rule: ruleOf(row.source),
    seenHead: Number(row.seen_head),
    seenRoot: row.seen_root.toString('hex'),
    deviceKey: row.device_key.toString('hex'),
    deviceSignature: row.device_signature.toString('hex'),
  }
}

/** The row right after placing, without reading it back. */
export function placedRow(
  order: NewOrder,
  number: bigint,
  currency: { code: string; scale: number },
): Omit<OrderRow, 'body_hash'> {
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
    instrument: order.instrument,
    accepted_at_ms: BigInt(order.acceptedAtMs),
    currency: currency.code,
    scale: currency.scale,
    entry_timeout_ms: order.entryTimeoutMs,
    stale_after_ms: order.staleAfterMs,
    source_lag_ms: order.sourceLagMs,
    seen_head: BigInt(order.ask.seenHead),
    seen_root: Buffer.from(order.ask.seenRoot, 'hex'),
    device_key: Buffer.from(order.ask.deviceKey, 'hex'),
    device_signature: Buffer.from(order.ask.signature, 'hex'),
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
