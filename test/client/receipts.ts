import nacl from 'tweetnacl'
import type { Receipt, ReceiptOrder, ReceiptTick, TreeHead } from '../../contract/proof'
import { EMPTY_ROOT, leafHash, toHex } from '../../src/domain/proof/hashing'
import { headText } from '../../src/domain/proof/heads'
import { rootOf } from '../../src/domain/proof/merkle'
import { settlementText } from '../../src/domain/proof/receipt'
import { NOON } from './factories'

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
  symbol: 'BTCUSDT',
  direction: 'up',
  stake: '10000',
  payout: '17500',
  earningsRateBp: 7500,
  durationSeconds: 30,
  acceptedAt: NOON,
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
  entryTimeoutMs: 5_000,
  staleAfterMs: 5_000,
}

const text = ({ sequence, at, price, size, source, sourceAt }: ReceiptTick) =>
  ['tick', 1, 'BTCUSDT', sequence, at, price, size, source, sourceAt].join('|')

export function headOf(number: number, ticks: readonly ReceiptTick[], settlements: readonly string[]): TreeHead {
  return signed({
    number,
    at: NOON + number,
    products: [{ symbol: 'BTCUSDT', size: ticks.length, root: rootOf(ticks.map((entry) => leafHash(text(entry)))) }],
    settlementSize: settlements.length,
    settlementRoot: settlements.length === 0 ? EMPTY_ROOT : rootOf(settlements.map(leafHash)),
    previous: '00'.repeat(32),
  })
}

/** A receipt that holds. Its whole price log is the range, so no path is needed for that. */
export function receiptOf(changes: Partial<ReceiptOrder> = {}): Receipt {
  const order = { ...ORDER, ...changes }
  const leaves = TICKS.map((entry) => leafHash(text(entry)))
  return {
    format: 'fairtick-receipt-1',
    rule: 1,
    currency: { code: 'USD', scale: 2 },
    number: 'FT-01JD7Q4ZK8',
    stake: '100.00',
    order,
    tickCount: TICKS.length,
    ranges: [{ ticks: TICKS, path: [] }],
    fixed: headOf(1, TICKS.slice(0, 4), []),
    head: headOf(4, TICKS, [settlementText(order)]),
    // Four leaves are a whole subtree: the fifth is all that was added.
    consistency: { products: [{ symbol: 'BTCUSDT', path: [leaves[4] ?? ''] }], settlements: [] },
    settlement: { leaf: 0, path: [] },
  }
}
