import nacl from 'tweetnacl'
import type { Order } from '../../contract/orders'
import type { OrderTerms, Receipt, ReceiptOrder, ReceiptTick, TreeHead } from '../../contract/proof'
import { EMPTY_ROOT, leafHash, toHex } from '../../src/domain/proof/hashing'
import { headText } from '../../src/domain/proof/heads'
import { rootOf } from '../../src/domain/proof/merkle'
import { acceptanceText, settlementText } from '../../src/domain/proof/texts'
import { NOON, wonOrderOf } from './factories'

const KEYS = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(7))
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** Signs a head, as the server does. */
export function signed(head: Omit<TreeHead, 'signature' | 'publicKey'>, keys = KEYS): TreeHead {
  const whole = { ...head, signature: '', publicKey: toHex(keys.publicKey) }
  return { ...whole, signature: toHex(nacl.sign.detached(bytes(headText(whole)), keys.secretKey)) }
}

const tick = (sequence: number, at: number, price: string): ReceiptTick => ({
  sequence,
  at,
  price,
  size: '1',
  source: 'simulated',
  sourceAt: at,
})

/** Five prices around an order up of 30 s that entered at 100.0 and won at 101.0. */
export const TICKS = [
  tick(1, NOON - 500, '99.9'),
  tick(2, NOON + 200, '100.0'),
  tick(3, NOON + 15_000, '100.5'),
  tick(4, NOON + 30_000, '101.0'),
  tick(5, NOON + 31_000, '90.0'),
]

const ORDER: ReceiptOrder = {
  id: '019aa1b2-0000-7000-8000-000000000001',
  number: 'FT-01JD7Q4ZK8',
  symbol: 'BTCUSDT',
  source: 'simulated',
  direction: 'up',
  stake: '10000',
  currency: 'USD',
  scale: 2,
  payout: '17500',
  earningsRateBp: 7500,
  durationSeconds: 30,
  acceptedAt: NOON,
  entryTimeoutMs: 5_000,
  staleAfterMs: 5_000,
  rule: 1,
  entrySequence: 2,
  entryAt: NOON + 200,
  entryPrice: '100.0',
  expiresAt: NOON + 30_200,
  exitSequence: 4,
  exitAt: NOON + 30_000,
  exitPrice: '101.0',
  status: 'won',
  voidReason: null,
  profitLoss: '7500',
  closedAt: NOON + 30_400,
}

const leafOf = ({ sequence, at, price, size, source, sourceAt }: ReceiptTick) =>
  leafHash(['tick', 1, 'BTCUSDT', sequence, at, price, size, source, sourceAt].join('|'))

/** The price log is complete through `throughMs`: the last tick's own time where nothing else is said. */
export function headOf(
  number: number,
  ticks: readonly ReceiptTick[],
  settlements: readonly string[],
  throughMs = ticks[ticks.length - 1]?.at ?? 0,
): TreeHead {
  return signed({
    number,
    at: NOON + number,
    products: [{ symbol: 'BTCUSDT', size: ticks.length, through: throughMs, root: rootOf(ticks.map(leafOf)) }],
    settlementSize: settlements.length,
    settlementRoot: settlements.length === 0 ? EMPTY_ROOT : rootOf(settlements.map(leafHash)),
    previous: '00'.repeat(32),
  })
}

export function acceptanceOf(terms: OrderTerms, keys = KEYS) {
  const signature = nacl.sign.detached(bytes(acceptanceText(terms)), keys.secretKey)
  return { signature: toHex(signature), publicKey: toHex(keys.publicKey) }
}

/** A receipt that holds. The head was fixed right after the exit; the whole price log is the range, so it needs no path. */
export function receiptOf(changes: Partial<ReceiptOrder> = {}): Receipt {
  const order = { ...ORDER, ...changes }
  const ticks = TICKS.slice(0, 4)
  return {
    format: 'fairtick-receipt-2',
    order,
    acceptance: acceptanceOf(order),
    tickCount: ticks.length,
    ranges: [{ ticks, path: [] }],
    fixed: headOf(1, ticks, [], NOON + 30_300),
    head: headOf(4, TICKS, [settlementText(order)]),
    // Four leaves are a whole subtree: the fifth is all that was added.
    consistency: { products: [{ symbol: 'BTCUSDT', path: TICKS.slice(4).map(leafOf) }], settlements: [] },
    settlement: { leaf: 0, path: [] },
  }
}

const amount = (minor: string) => (Number(minor) / 100).toFixed(2)
const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** The order as the app shows it beside that receipt. */
export const shownOrderOf = ({ order }: Receipt): Order =>
  wonOrderOf({
    id: order.id,
    number: order.number,
    symbol: order.symbol,
    source: order.source,
    direction: order.direction,
    stake: amount(order.stake),
    payout: amount(order.payout),
    earningsRateBp: order.earningsRateBp,
    durationSeconds: order.durationSeconds,
    status: order.status,
    voidReason: order.voidReason,
    acceptedAt: instant(order.acceptedAt) ?? '',
    entryPrice: order.entryPrice,
    entryAt: instant(order.entryAt),
    expiresAt: instant(order.expiresAt),
    exitPrice: order.exitPrice,
    exitAt: instant(order.exitAt),
    closedAt: instant(order.closedAt),
    profitLoss: amount(order.profitLoss),
  })
