import Big from 'big.js'
import type { Order, PlaceOrder } from '../../../contract/orders'
import type { Acceptance, AnyReceipt, ReceiptOrder } from '../../../contract/proof'
import { shownPrice } from '../../../contract/signedPrices'
import type { ReceiptProblem } from '../../../proof/problems'
import { proofCode } from '../../../proof/proofCode'
import { minorText } from '../money'

/** The data that the server signed, and what this device had asked for if it placed the order itself. */
export interface KeptAcceptance extends Acceptance {
  asked?: PlaceOrder
}

type OtherField = Extract<ReceiptProblem, { kind: 'other_order' }>['field']

type Compared = Partial<Record<OtherField, readonly [unknown, unknown]>>

const different = (values: Compared): ReceiptProblem[] =>
  (Object.entries(values) as [OtherField, readonly [unknown, unknown]][])
    .filter(([, [ours, theirs]]) => ours !== theirs)
    .map(([field]) => ({ kind: 'other_order', field }))

/** The receipt has all digits of a signed price, the order only those that are not zero. */
const value = (price: string | null) => price && shownPrice(price)

/** Where a receipt is not that of the order which the app holds under `id`, field by field, its id first. */
export function orderProblems(
  id: string,
  held: Order | undefined,
  { order }: Pick<AnyReceipt, 'order'>,
): ReceiptProblem[] {
  if (order.id !== id) return [{ kind: 'other_order', field: 'id' }]
  if (!held) return []
  return different({
    number: [held.number, order.number],
    symbol: [held.symbol, order.symbol],
    source: [held.source, order.source],
    direction: [held.direction, order.direction],
    stake: [held.stake, minorText(order.stake, order.scale)],
    payout: [held.payout, minorText(order.payout, order.scale)],
    earningsRateBp: [held.earningsRateBp, order.earningsRateBp],
    durationSeconds: [held.durationSeconds, order.durationSeconds],
    acceptedAt: [Date.parse(held.acceptedAt), order.acceptedAt],
    status: [held.status, order.status],
    voidReason: [held.voidReason, order.voidReason],
    entryPrice: [value(held.entryPrice), value(order.entryPrice)],
    exitPrice: [value(held.exitPrice), value(order.exitPrice)],
    profitLoss: [held.profitLoss, minorText(order.profitLoss, order.scale)],
  })
}

/** Where a receipt is not for the order that this device asked for: a wrong answer may have gone unnoticed. */
export function askedProblems(asked: PlaceOrder, { order }: Pick<AnyReceipt, 'order'>): ReceiptProblem[] {
  const { stake, ask, ...rest } = asked
  return different({
    id: [rest.id, order.id],
    symbol: [rest.symbol, order.symbol],
    direction: [rest.direction, order.direction],
    stake: [new Big(stake).toFixed(order.scale), minorText(order.stake, order.scale)],
    durationSeconds: [rest.durationSeconds, order.durationSeconds],
    earningsRateBp: [rest.earningsRateBp, order.earningsRateBp],
    seenHead: [ask.seenHead, order.seenHead],
    seenRoot: [ask.seenRoot, order.seenRoot],
    deviceKey: [ask.deviceKey, order.deviceKey],
    deviceSignature: [ask.signature, order.deviceSignature],
  })
}

/** How an order ended, as a receipt says; amounts are minor units. */
export type ReceiptResult = Pick<ReceiptOrder, 'status' | 'profitLoss'> & { code: string }

export const resultOf = (order: ReceiptOrder): ReceiptResult => {
  const { status, profitLoss } = order
  return { status, profitLoss, code: proofCode(order) }
}

/** Where a receipt has another result than this device has verified of the same order before. */
export function resultProblems(
  kept: ReceiptResult | undefined,
  { order }: Pick<AnyReceipt, 'order'>,
): ReceiptProblem[] {
  const now = resultOf(order)
  const shown = ({ status, profitLoss, code }: ReceiptResult) => ({
    status,
    profitLoss: minorText(profitLoss, order.scale),
    code,
  })
  if (!kept || (kept.code === now.code && kept.status === now.status && kept.profitLoss === now.profitLoss)) return []
  return [{ kind: 'other_result', before: shown(kept), now: shown(now) }]
}
