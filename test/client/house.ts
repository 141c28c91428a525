import type { OrderRefusal } from '../../contract/errors'
import type { Order, PlaceOrder } from '../../contract/orders'
import type { AcceptedOrder, LogRestore, OrderTerms } from '../../contract/proof'
import type { Agreed, AskedOrder } from '../../proof/ask'
import { minorUnits, signAsk } from '../../proof/ask'
import { acceptedAtOf } from '../../proof/entry'
import { sha256Text } from '../../proof/hashing'
import { signerOf } from '../../proof/signing'
import { askText, restoreText } from '../../proof/texts'
import { rootOf } from '../../proof/trees'
import { NOON, orderOf } from './factories'
import { acceptanceOf, checkpointOf, policyOf, signedByLog } from './receipts'

export const AGREED: Agreed = {
  source: 'simulated',
  instrument: '-',
  currency: 'USD',
  scale: 2,
  entryTimeoutMs: 5_000,
  staleAfterMs: 5_000,
  sourceLagMs: 5_000,
}

export const leavesOf = (size: number, of = 'a'): string[] =>
  Array.from({ length: size }, (_, index) => `${of}${index}`.padEnd(64, '0').replace(/[^0-9a-f]/g, 'e'))

/** A log of this many heads; `of` tells one log from another. */
export const checkpointAt = (size: number, of = 'a'): string => checkpointOf(leavesOf(size, of))

/** RFC 6962, section 2.1.2. */
function pathFrom(leaves: readonly string[], from: number, isWhole = true): string[] {
  if (from === leaves.length) return isWhole ? [] : [rootOf(leaves)]
  const half = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1)
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)]
  return from <= half
    ? [...pathFrom(left, from, isWhole), rootOf(right)]
    : [...pathFrom(right, from - half, false), rootOf(left)]
}

/** The answer of a house whose newest checkpoint is this one of log `of`, to a device that has seen `from` heads. */
export function newestOf(checkpoint: string, at: number, from = 0, of = 'a'): string {
  const size = Number(checkpoint.split('\n')[1])
  const path = from > 0 && from < size ? pathFrom(leavesOf(size, of), from) : []
  return JSON.stringify({ at, checkpoint, path })
}

export const DEVICE = signerOf('05'.repeat(32))

/** First line of the checkpoints of this house. */
export const ORIGIN = checkpointAt(1).split('\n')[0] ?? ''

export const LOG_KEYS = [policyOf().publicKey]

/** The house's statement about a log that it had to restore to a head. */
export function restoredTo(kept: number): LogRestore {
  const said = { kept, root: '11'.repeat(32), keptAt: NOON, at: NOON + 60_000, reason: 'hardware' as const }
  return { ...said, publicKey: policyOf().publicKey, signature: signedByLog(restoreText(ORIGIN, said)) }
}

type Asked = Omit<PlaceOrder, 'ask'>

/** An order as this device asks for it. */
export function askedOf(from: Asked, seen = { origin: ORIGIN, size: 3, root: '11'.repeat(32) }): AskedOrder {
  const { id, symbol, direction, stake, durationSeconds, earningsRateBp } = from
  const order = { id, symbol, direction, stake, durationSeconds, earningsRateBp }
  return { ...order, ask: signAsk(DEVICE, order, AGREED, seen), origin: seen.origin, agreed: AGREED }
}

/** The response of a house that accepts an order as requested, at the time of the press; `changes` are its lies. */
export function acceptedOf({ ask, ...body }: PlaceOrder, changes: Partial<OrderTerms> = {}): AcceptedOrder {
  const { seenHead, seenRoot, deviceKey, signature } = ask
  const { id, symbol, direction, durationSeconds, earningsRateBp } = body
  const stake = minorUnits(body.stake, AGREED.scale)
  const terms: OrderTerms = {
    id,
    symbol,
    direction,
    durationSeconds,
    earningsRateBp,
    ...AGREED,
    number: 'FT-01JD7Q4ZK8',
    stake,
    payout: String(Number(stake) + Math.floor((Number(stake) * earningsRateBp) / 1e4)),
    acceptedAt: acceptedAtOf(id),
    rule: 3,
    seenHead,
    seenRoot,
    deviceKey,
    deviceSignature: signature,
    ...changes,
  }
  const order = orderOf({
    ...body,
    status: 'pending',
    version: 1,
    entryPrice: null,
    entryAt: null,
    expiresAt: null,
    acceptedAt: new Date(terms.acceptedAt).toISOString(),
  })
  return { ...order, acceptance: { terms, ...acceptanceOf(terms) } }
}

/** An order of these tests with what the house has signed for it. */
export const withAcceptance = (order: Order): AcceptedOrder => ({
  ...order,
  acceptance: acceptedOf(askedOf(order)).acceptance,
})

/** The house's signature under its refusal of an order, at a time. */
export function refusalOf({ ask, ...body }: PlaceOrder, code: string, at: number): OrderRefusal {
  const asked = {
    ...body,
    ...ask,
    stake: minorUnits(body.stake, AGREED.scale),
    currency: AGREED.currency,
    scale: AGREED.scale,
  }
  const askHash = sha256Text(askText(ORIGIN, asked))
  const signature = signedByLog(['refuse', 1, ORIGIN, body.id, askHash, code, at].join('|'))
  return { askHash, code, at, signature, publicKey: policyOf().publicKey }
}
