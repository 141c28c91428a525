import Big from 'big.js'
import type { Order } from '../../../contract/orders'
import type { Receipt } from '../../../contract/proof'
import type { ReceiptProblem } from './receipt'

/** Minor units as the amount that the app shows: "-10001" of scale 2 is "-100.01". */
const amountOf = (minor: string, scale: number): string => new Big(minor).times(`1e-${scale}`).toFixed(scale)

/** Where a receipt is not that of the order which the app holds under `id`, field by field, its id first. */
export function orderProblems(id: string, held: Order | undefined, { order }: Receipt): ReceiptProblem[] {
  if (order.id !== id) return [{ kind: 'other_order', field: 'id' }]
  if (!held) return []
  const shown = {
    number: [held.number, order.number],
    symbol: [held.symbol, order.symbol],
    source: [held.source, order.source],
    direction: [held.direction, order.direction],
    stake: [held.stake, amountOf(order.stake, order.scale)],
    payout: [held.payout, amountOf(order.payout, order.scale)],
    earningsRateBp: [held.earningsRateBp, order.earningsRateBp],
    durationSeconds: [held.durationSeconds, order.durationSeconds],
    acceptedAt: [Date.parse(held.acceptedAt), order.acceptedAt],
    status: [held.status, order.status],
    voidReason: [held.voidReason, order.voidReason],
    entryPrice: [held.entryPrice, order.entryPrice],
    exitPrice: [held.exitPrice, order.exitPrice],
    profitLoss: [held.profitLoss, amountOf(order.profitLoss, order.scale)],
  }
  return (Object.keys(shown) as (keyof typeof shown)[])
    .filter((field) => shown[field][0] !== shown[field][1])
    .map((field) => ({ kind: 'other_order', field }))
}
