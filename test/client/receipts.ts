import nacl from 'tweetnacl'
import type { Order, PlaceOrder } from '../../contract/orders'
import type {
  AnyReceipt,
  OrderTerms,
  ProofPolicy,
  Receipt,
  ReceiptOrder,
  ReceiptTick,
  TreeHead,
  WindowHead,
} from '../../contract/proof'
import { fromHex, toHex } from '../../proof/bytes'
import { EMPTY_ROOT, leafHash } from '../../proof/hashing'
import { headLeaf, productsRoot, type RememberedHead } from '../../proof/heads'
import { keyIdOf, parseCheckpoint } from '../../proof/notes'
import { settledText } from '../../proof/results'
import { acceptanceText, askText, logText, tickText } from '../../proof/texts'
import { rootOf } from '../../proof/trees'
import type { CheckedReceipt } from '../../src/stores/ProofStore'
import { NOON, wonOrderOf } from './factories'

const KEYS = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(7))
/** Those of the user's device. */
const DEVICE = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(11))
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

const ORIGIN = 'fairtick.test/log'
const base64 = (bytesOf: Uint8Array) => btoa(String.fromCharCode(...bytesOf))

type Keys = typeof KEYS
const signed = new Map<string, Uint8Array>()

/** Signatures by another program than the app's. One takes some ms, and most texts are those of tests before. */
function signatureOf(text: string, { secretKey }: Keys): Uint8Array {
  const name = `${secretKey} ${text}`
  const signature = signed.get(name) ?? nacl.sign.detached(bytes(text), secretKey)
  signed.set(name, signature)
  return signature
}

/** Signed with the key of the house. */
export const signedByLog = (text: string) => toHex(signatureOf(text, KEYS))

/** The log of heads up to the last of these leaves, signed as the server does. */
export function checkpointOf(leaves: readonly string[], keys = KEYS): string {
  const text = `${ORIGIN}\n${leaves.length}\n${base64(fromHex(rootOf(leaves)) ?? new Uint8Array(0))}\n`
  const id = fromHex(keyIdOf(ORIGIN, '01', toHex(keys.publicKey))) ?? new Uint8Array(0)
  const signature = signatureOf(text, keys)
  return `${text}\n— ${ORIGIN} ${base64(Uint8Array.from([...id, ...signature]))}\n`
}

const tick = (sequence: number, at: number, price: string): ReceiptTick => ({
  sequence,
  at,
  price,
  size: '1',
  source: 'simulated',
  sourceAt: at,
  instrument: '-',
  trade: null,
})

/** Five prices around an order up of 8 s that entered at 100.0 and won at 101.0. */
export const TICKS = [
  tick(1, NOON - 500, '99.9'),
  tick(2, NOON + 200, '100.0'),
  tick(3, NOON + 4_000, '100.5'),
  tick(4, NOON + 8_000, '101.0'),
  tick(5, NOON + 9_000, '90.0'),
]

/** An id that was made at that time. */
export const idAt = (ms: number) =>
  ms
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-7000-8000-000000000001')

const ORDER: ReceiptOrder = {
  id: idAt(NOON - 3_100),
  number: 'FT-01JD7Q4ZK8',
  symbol: 'BTCUSDT',
  source: 'simulated',
  instrument: '-',
  direction: 'up',
  stake: '10000',
  currency: 'USD',
  scale: 2,
  payout: '17500',
  earningsRateBp: 7500,
  durationSeconds: 8,
  acceptedAt: NOON - 1,
  entryTimeoutMs: 5_000,
  staleAfterMs: 5_000,
  sourceLagMs: 5_000,
  rule: 3,
  seenHead: 0,
  seenRoot: EMPTY_ROOT,
  deviceKey: toHex(DEVICE.publicKey),
  deviceSignature: '',
  entrySequence: 2,
  entryAt: NOON + 200,
  entryPrice: '100.0',
  expiresAt: NOON + 8_200,
  exitSequence: 4,
  exitAt: NOON + 8_000,
  exitPrice: '101.0',
  status: 'won',
  voidReason: null,
  profitLoss: '7500',
  closedAt: NOON + 8_400,
}

const leafOf = (each: ReceiptTick) => leafHash(tickText('BTCUSDT', each))
const treeOf = (leaves: readonly string[]) => ({ size: leaves.length, root: rootOf(leaves.map(leafHash)) })

/** When the heads of a receipt were made: with the order, after its end, and after it was settled. */
const HEADS_AT = [NOON - 1, NOON + 8_350, NOON + 40_000]

/** The price log is complete through `throughMs`: the last tick's own time if nothing else is said. */
export function headOf(
  number: number,
  ticks: readonly ReceiptTick[],
  logs: { orders?: readonly string[]; settlements?: readonly string[] } = {},
  throughMs = ticks[ticks.length - 1]?.at ?? 0,
): TreeHead {
  return {
    number,
    at: HEADS_AT[number - 1] ?? NOON + 40_000 + number,
    products: [{ symbol: 'BTCUSDT', size: ticks.length, through: throughMs, root: rootOf(ticks.map(leafOf)) }],
    logs: [
      { name: 'orders', ...treeOf(logs.orders ?? []) },
      // A map with one leaf is that leaf.
      { name: 'results', ...treeOf(logs.settlements ?? []) },
      { name: 'settlements', ...treeOf(logs.settlements ?? []) },
    ],
  }
}

export function acceptanceOf(terms: OrderTerms, keys = KEYS) {
  return { signature: toHex(signatureOf(acceptanceText(terms), keys)), publicKey: toHex(keys.publicKey) }
}

/** A head's statement about its only product. */
export const windowHeadOf = ({ number, at, logs, products }: TreeHead): WindowHead => {
  const { size = 0, through = 0, root = '' } = products[0] ?? {}
  const place = { index: 0, count: 1, path: [] }
  return { number, at, logs: rootOf(logs.map((log) => leafHash(logText(log)))), size, through, root, ...place }
}

/** A receipt that holds. The head was fixed right after the exit; the whole price log is the range, so it needs no path. */
export function receiptOf(changes: Partial<ReceiptOrder> = {}): Receipt {
  const asked = { ...ORDER, ...changes }
  const signature = toHex(signatureOf(askText(ORIGIN, asked), DEVICE))
  const order = { ...asked, deviceSignature: changes.deviceSignature ?? signature }
  const ticks = TICKS.slice(0, 4)
  const orders = [acceptanceText(order)]
  const accepted = headOf(1, TICKS.slice(0, 1), { orders })
  const fixed = headOf(2, ticks, { orders }, NOON + 8_300)
  const head = headOf(3, TICKS, { orders, settlements: [settledText(order)] })
  return withHeads({
    format: 'fairtick-receipt-8',
    order,
    acceptance: acceptanceOf(order),
    accepted: { number: 1, at: accepted.at, products: productsRoot(accepted), logs: accepted.logs },
    before: null,
    tickCount: ticks.length,
    ranges: [{ ticks, path: [] }],
    fixed,
    head,
    // Four leaves are a whole subtree: the fifth is all that was added.
    consistency: {
      products: [{ symbol: 'BTCUSDT', path: TICKS.slice(4).map(leafOf) }],
      logs: ['orders', 'settlements'].map((name) => ({ name, path: [] })),
    },
    window: [{ heads: [windowHeadOf(accepted), windowHeadOf(fixed)], path: [] }],
    witnessed: [],
    places: { acceptance: { leaf: 0, path: [] }, settlement: { leaf: 0, path: [] }, result: [] },
    heads: { before: [], accepted: [], fixed: [], head: [], seen: [] },
    checkpoint: '',
    publicKey: '',
    keys: [],
  })
}

/** The same receipt under another head, signed again. */
export function withHeads(receipt: Receipt, changes: { fixed?: TreeHead; head?: TreeHead } = {}, keys = KEYS): Receipt {
  const changed = { ...receipt, ...changes }
  const leaves = [
    headLeaf(changed.accepted, changed.accepted.products),
    ...[changed.fixed, changed.head].map((each) => headLeaf(each, productsRoot(each))),
  ]
  const [first = '', second = '', third = ''] = leaves
  const begin = receipt.window[0]?.heads.slice(0, 1) ?? []
  return {
    ...changed,
    window: [{ heads: [...begin, windowHeadOf(changed.fixed)], path: [third] }],
    heads: { before: [], accepted: [second, third], fixed: [first, third], head: [rootOf([first, second])], seen: [] },
    checkpoint: checkpointOf(leaves, keys),
    publicKey: toHex(keys.publicKey),
  }
}

/** A witness of that name, and the receipt with its line under the checkpoint (c2sp.org/tlog-cosignature). */
export function witnessOf(name: string, seed: number) {
  const keys = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(seed))
  const id = keyIdOf(name, '04', toHex(keys.publicKey))
  const sign = <R extends Receipt>(receipt: R, time = 1_700_000_000): R => {
    const text = receipt.checkpoint.slice(0, receipt.checkpoint.indexOf('\n\n') + 1)
    const signature = signatureOf(`cosignature/v1\ntime ${time}\n${text}`, keys)
    const stamp = Buffer.alloc(8)
    stamp.writeBigUInt64BE(BigInt(time))
    const line = Buffer.concat([Buffer.from(id, 'hex'), stamp, signature]).toString('base64')
    return { ...receipt, checkpoint: `${receipt.checkpoint}— ${name} ${line}\n` }
  }
  const signText = (text: string) => toHex(signatureOf(text, keys))
  return { key: `${name}+${id}+${base64(Uint8Array.from([4, ...keys.publicKey]))}`, sign, signText }
}

/** The log of these receipts as `name+id+key`. */
export const LOG_KEY = (() => {
  const id = keyIdOf(ORIGIN, '01', toHex(KEYS.publicKey))
  return `${ORIGIN}+${id}+${base64(Uint8Array.from([1, ...KEYS.publicKey]))}`
})()

/** The policy of a server without witnesses, or with these. */
export const policyOf = (witnesses: readonly string[] = [], needed = witnesses.length): ProofPolicy => ({
  log: LOG_KEY,
  publicKey: toHex(KEYS.publicKey),
  keys: [],
  witnesses: [...witnesses],
  witnessUrls: witnesses.map(() => ''),
  needed,
  restores: [],
})

/** A device's record of the log when it has seen that receipt. */
export const rememberedOf = ({ head, checkpoint, publicKey }: Receipt): RememberedHead => ({
  head,
  root: parseCheckpoint(checkpoint)?.root ?? '',
  publicKey,
})

const amount = (minor: string) => (Number(minor) / 100).toFixed(2)
const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** This device's request when it placed the order of that receipt. */
export const askedOf = ({ order }: Receipt): PlaceOrder => {
  const { id, symbol, direction, durationSeconds, earningsRateBp, seenHead, seenRoot, deviceKey } = order
  const ask = { seenHead, seenRoot, deviceKey, signature: order.deviceSignature }
  return { id, symbol, direction, durationSeconds, earningsRateBp, stake: amount(order.stake), ask }
}

/** The order as the app shows it next to that receipt. */
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

/** A receipt in which nothing was found, by a device that knows of nothing that speaks for it, either. */
export const checkedReceiptOf = (receipt: AnyReceipt, found: Partial<CheckedReceipt['check']>): CheckedReceipt => ({
  receipt,
  text: JSON.stringify(receipt),
  code: '',
  history: undefined,
  restored: undefined,
  check: { problems: [], end: 0, ticks: [], whole: true, verdict: null, ...found },
  witnesses: { seenBy: [], needed: 0, namedBy: undefined },
  tied: undefined,
  unfixedMs: 0,
})
