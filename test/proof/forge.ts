import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type {
  Acceptance,
  KeyChange,
  LogTree,
  OrderTerms,
  Receipt,
  ReceiptOrder,
  ReceiptTick,
  TreeHead,
} from '../../contract/proof'
import {
  consistencyPath,
  inclusionPath,
  leafHash,
  rangePath,
  rootOf,
  type SubtreeHash,
} from '../../server/src/proof/merkle'
import { checkpointNote } from '../../server/src/proof/note'
import { acceptanceText, headText, keyText, logText, settlementText, tickText } from '../../src/domain/proof/texts'

/**
 * A house that may lie: logs, heads and receipts of whatever is wanted, all of them consistent and signed. The keys are
 * for tests alone. The trees are the server's code, the texts the app's; the verifiers share neither.
 */
export interface Keys {
  publicKey: string
  sign(text: string): string
}

export function keysOf(seed: number): Keys {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, seed)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return {
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
    sign: (text) => sign(null, Buffer.from(text, 'ascii'), key).toString('hex'),
  }
}

export const HOUSE = keysOf(7)
export const SYMBOL = 'BTCUSDT'
export const START = Date.UTC(2026, 0, 5, 12)

const hex = (buffer: Buffer) => buffer.toString('hex')
export const hashes = (texts: readonly string[]) => texts.map((text) => leafHash(text))
export const subtree =
  (leaves: readonly Buffer[]): SubtreeHash =>
  async (from, to) =>
    rootOf(leaves, from, to)

export const tick = (
  sequence: number,
  afterMs: number,
  price: string,
  changes: Partial<ReceiptTick> = {},
): ReceiptTick => ({
  sequence,
  at: START + afterMs,
  price,
  size: '0.25',
  source: 'simulated',
  sourceAt: START + afterMs - 20,
  instrument: '-',
  trade: null,
  ...changes,
})

/** One a second; the order is accepted at START, the price is 100.0 then and rises by 0.1 a tick from the entry on. */
export const TICKS: readonly ReceiptTick[] = Array.from({ length: 14 }, (_, index) =>
  tick(index + 1, (index - 2) * 1_000 + 300, (100 + Math.max(0, index - 2) / 10).toFixed(1)),
)

export const TERMS: OrderTerms = {
  id: '019aa1b2-0000-7000-8000-000000000001',
  number: 'FT-01JD7Q4ZK8',
  symbol: SYMBOL,
  source: 'simulated',
  instrument: '-',
  direction: 'up',
  stake: '10001',
  currency: 'USD',
  scale: 2,
  payout: '17501',
  earningsRateBp: 7_500,
  durationSeconds: 8,
  acceptedAt: START,
  entryTimeoutMs: 5_000,
  staleAfterMs: 5_000,
  rule: 1,
}

/** An order as the rule ends it at these two ticks. */
export function orderOf(
  entry: ReceiptTick | null,
  exit: ReceiptTick | null,
  status: ReceiptOrder['status'],
  changes: Partial<ReceiptOrder> = {},
): ReceiptOrder {
  const terms = { ...TERMS, ...changes }
  const expiresAt = entry && entry.at + terms.durationSeconds * 1_000
  const profit = (BigInt(terms.stake) * BigInt(terms.earningsRateBp)) / 10_000n
  return {
    ...terms,
    entrySequence: entry?.sequence ?? null,
    entryAt: entry?.at ?? null,
    entryPrice: entry?.price ?? null,
    expiresAt,
    exitSequence: exit?.sequence ?? null,
    exitAt: exit?.at ?? null,
    exitPrice: exit?.price ?? null,
    status,
    voidReason: null,
    profitLoss: status === 'won' ? String(profit) : status === 'lost' ? `-${terms.stake}` : '0',
    closedAt: (expiresAt ?? terms.acceptedAt + terms.entryTimeoutMs) + 150,
    ...changes,
  }
}

export interface Log {
  ticks: readonly ReceiptTick[]
  through: number
  orders?: readonly string[]
  settlements: readonly string[]
  /** Changes of the key. */
  keys?: readonly string[]
}

/** Two quiet products beside the one that is traded: one with prices, one without any. */
const QUIET = Array.from({ length: 5 }, (_, index) => tick(index + 1, index * 700, `${index + 3}`))

const treeOf = (name: string, texts: readonly string[]): LogTree => ({
  name,
  size: texts.length,
  root: hex(rootOf(hashes(texts))),
})

export function headOf(number: number, log: Log): TreeHead {
  const product = (symbol: string, ticks: readonly ReceiptTick[]) => ({
    symbol,
    size: ticks.length,
    through: log.through,
    root: hex(rootOf(hashes(ticks.map((each) => tickText(symbol, each))))),
  })
  return {
    number,
    at: START + 60_000 + number,
    products: [product('AAUSD', QUIET.slice(0, number)), product(SYMBOL, log.ticks), product('ETHUSDT', [])],
    logs: [treeOf('keys', log.keys ?? []), treeOf('orders', log.orders ?? []), treeOf('settlements', log.settlements)],
  }
}

export const productsRootOf = (head: TreeHead) =>
  hex(
    rootOf(
      hashes(head.products.map((tree) => ['product', 2, tree.symbol, tree.size, tree.through, tree.root].join('|'))),
    ),
  )
export const headTextOf = (head: { number: number; at: number; products: string; logs: readonly LogTree[] }) =>
  headText(head, hex(rootOf(hashes(head.logs.map(logText)))))

export const ORIGIN = 'fairtick.example/log'

/** The log of heads with those of the receipt at their places, signed. */
export async function logged(
  receipt: Receipt,
  changes: Partial<Receipt> = {},
  { keys = HOUSE, origin = ORIGIN }: { keys?: Keys; origin?: string } = {},
): Promise<Receipt> {
  const changed = { ...receipt, ...changes }
  const { accepted, fixed, head } = changed
  const size = head.number
  const texts = Array.from({ length: size }, (_, index) => `head ${index + 1}`)
  const full = [fixed, head].map((each) => ({ ...each, products: productsRootOf(each) }))
  for (const each of [accepted, ...full]) if (each.number <= size) texts[each.number - 1] = headTextOf(each)
  const leaves = hashes(texts)
  const placeOf = async ({ number }: { number: number }) =>
    number > size ? [] : (await inclusionPath(subtree(leaves), number - 1, size)).map(hex)
  const root = rootOf(leaves)
  const signer = {
    publicKey: Buffer.from(keys.publicKey, 'hex'),
    signMany: async (text: string) => Buffer.from(keys.sign(text), 'hex'),
  }
  return {
    ...changed,
    heads: { accepted: await placeOf(accepted), fixed: await placeOf(fixed), head: await placeOf(head) },
    checkpoint: await checkpointNote({ origin, size, root }, [signer]),
    publicKey: keys.publicKey,
  }
}

/** The house takes another key, and both sign it. */
export function keyChange(from: Keys, to: Keys, at = START): KeyChange {
  const change = { from: from.publicKey, to: to.publicKey, at, oldSignature: '', newSignature: '' }
  const text = keyText(change)
  return { ...change, oldSignature: from.sign(text), newSignature: to.sign(text) }
}

export const acceptanceOf = (terms: OrderTerms, keys = HOUSE) => ({
  signature: keys.sign(acceptanceText(terms)),
  publicKey: keys.publicKey,
})

export const keptOf = (terms: OrderTerms, keys = HOUSE): Acceptance => ({ terms, ...acceptanceOf(terms, keys) })

/** What a receipt is made of; everything in it is proven and signed, true or not. */
export interface Plan {
  order: ReceiptOrder
  /** The price log when the order was settled. */
  fixed: Log
  /** The later price log; `fixed` and more unless the house rewrites it. */
  later?: readonly ReceiptTick[]
  /** Sequences of the first and last tick of each range; the whole log of the fixed head otherwise. */
  spans?: readonly (readonly [number, number])[]
  /** Where the later head's settlements do not begin with those of the fixed one. */
  before?: readonly string[]
  keys?: { checkpoint?: Keys; acceptance?: Keys }
  /** The orders log under the head that was the first to hold the acceptance, and the order's place there. */
  orders?: { texts: readonly string[]; leaf: number; after?: readonly string[] }
  /** When that head was made, after the acceptance. */
  loggedAfterMs?: number
  changes?: KeyChange[]
  /** What the log of keys has instead of these changes. */
  loggedChanges?: KeyChange[]
}

async function pathsBetween(older: Log, newer: Log, numbers: readonly [number, number]) {
  const between = async (texts: readonly string[], from: number, to: number) =>
    (await consistencyPath(subtree(hashes(texts)), from, to)).map(hex)
  const prices = (symbol: string, ticks: readonly ReceiptTick[]) => ticks.map((each) => tickText(symbol, each))
  const logs = [
    { name: 'keys', older: older.keys ?? [], newer: newer.keys ?? [] },
    { name: 'orders', older: older.orders ?? [], newer: newer.orders ?? [] },
    { name: 'settlements', older: older.settlements, newer: newer.settlements },
  ]
  return {
    products: [
      {
        symbol: 'AAUSD',
        path: await between(prices('AAUSD', QUIET), Math.min(5, numbers[0]), Math.min(5, numbers[1])),
      },
      { symbol: SYMBOL, path: await between(prices(SYMBOL, newer.ticks), older.ticks.length, newer.ticks.length) },
      { symbol: 'ETHUSDT', path: [] },
    ],
    logs: await Promise.all(
      logs.map(async (log) => ({ name: log.name, path: await between(log.newer, log.older.length, log.newer.length) })),
    ),
  }
}

export async function receiptOf(plan: Plan): Promise<Receipt> {
  const { order, keys = {} } = plan
  const own = acceptanceText(order)
  const orders = plan.orders ?? { texts: ['an order', own, 'another order'], leaf: 1 }
  const fixed: Log = { ...plan.fixed, orders: orders.texts }
  const before = plan.before ?? fixed.settlements
  const later: Log = {
    ticks: plan.later ?? fixed.ticks,
    through: fixed.through + 5_000,
    orders: orders.after ?? [...orders.texts, 'a later order'],
    settlements: [...before, settlementText(order), 'settlement of somebody else'],
    keys: (plan.loggedChanges ?? plan.changes ?? []).map(keyText),
  }
  const leaves = hashes(fixed.ticks.map((each) => tickText(order.symbol, each)))
  const spans = plan.spans ?? (fixed.ticks.length === 0 ? [] : [[1, fixed.ticks.length] as const])
  const ranges = await Promise.all(
    spans.map(async ([first, last]) => ({
      ticks: fixed.ticks.slice(first - 1, last),
      path: (await rangePath(subtree(leaves), first - 1, last, leaves.length)).map(hex),
    })),
  )
  const [low, high] = [ranges[0]?.ticks[0]?.sequence ?? 1, ranges[ranges.length - 1]?.ticks.at(-1)?.sequence ?? 0]
  const accepted = headOf(1, { ...fixed, ticks: [] })
  const placeIn = async (texts: readonly string[], leaf: number) => ({
    leaf,
    path: (await inclusionPath(subtree(hashes(texts)), leaf, texts.length)).map(hex),
  })
  const unsigned = {
    format: 'fairtick-receipt-3' as const,
    order,
    acceptance: acceptanceOf(order, keys.acceptance),
    accepted: {
      ...{ number: 1, at: order.acceptedAt + (plan.loggedAfterMs ?? 150) },
      ...{ products: productsRootOf(accepted), logs: accepted.logs },
    },
    tickCount: high - low + 1,
    ranges,
    fixed: headOf(2, fixed),
    head: headOf(5, later),
    consistency: await pathsBetween(fixed, later, [2, 5]),
    places: {
      acceptance: await placeIn(orders.texts, orders.leaf),
      settlement: await placeIn(later.settlements, before.length),
    },
    ...{ heads: { accepted: [], fixed: [], head: [] }, checkpoint: '', publicKey: '', keys: plan.changes ?? [] },
  }
  return logged(unsigned, {}, { ...(keys.checkpoint && { keys: keys.checkpoint }) })
}
