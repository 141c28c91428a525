import type { Receipt, SignedReceipt } from '../contract/proof'
import { CHECKPOINT_MAX } from './notes'
import { SIGN } from './rule'

/**
 * The closed format of a receipt (docs/PROOF_FORMAT.md, "The file"), checked without a schema library: WeChat compiles none.
 * A number as text would disarm the comparisons of the rule, so each type is exact and no other field is taken.
 */
type Shape = (value: unknown) => boolean

const text =
  (pattern: RegExp): Shape =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const whole =
  (min = 0, max = Number.MAX_SAFE_INTEGER): Shape =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
const oneOf =
  (...values: readonly (string | number)[]): Shape =>
  (value) =>
    values.some((each) => each === value)
const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value)
const listOf =
  (shape: Shape, max: number, min = 0): Shape =>
  (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(shape)
const record =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const keys = Object.keys(value)
    const names = Object.keys(fields)
    return (
      keys.length === names.length &&
      names.every((name) => keys.includes(name) && fields[name]?.((value as Record<string, unknown>)[name]))
    )
  }

const HASH = text(/^[0-9a-f]{64}$/)
const SIGNATURE = text(/^[0-9a-f]{128}$/)
const PATH = listOf(HASH, 130)
const SYMBOL = text(/^[A-Z0-9]{2,16}$/)
const SOURCE = text(/^[A-Za-z0-9:._,-]{1,80}$/)
const INSTRUMENT = text(/^[A-Za-z0-9._*,-]{1,140}$/)
const PRICE = text(/^\d{1,16}(\.\d{1,12})?$/)
const MINOR = text(/^(0|[1-9]\d{0,17})$/)
const LIMIT_MS = whole(0, 86_400_000)

const TERMS: Record<string, Shape> = {
  id: text(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  number: text(/^FT-[0-9A-Z]{10}$/),
  symbol: SYMBOL,
  source: SOURCE,
  instrument: INSTRUMENT,
  direction: oneOf(...Object.keys(SIGN)),
  stake: MINOR,
  currency: text(/^[A-Z0-9]{2,12}$/),
  scale: whole(0, 18),
  payout: MINOR,
  earningsRateBp: whole(0, 1_000_000),
  durationSeconds: whole(1, 86_400),
  acceptedAt: whole(),
  entryTimeoutMs: LIMIT_MS,
  staleAfterMs: LIMIT_MS,
  rule: oneOf(1),
  seenHead: whole(),
  seenRoot: HASH,
  deviceKey: HASH,
  deviceSignature: SIGNATURE,
}
const RESULT: Record<string, Shape> = {
  entrySequence: orNull(whole(1)),
  entryAt: orNull(whole()),
  entryPrice: orNull(PRICE),
  expiresAt: orNull(whole()),
  exitSequence: orNull(whole(1)),
  exitAt: orNull(whole()),
  exitPrice: orNull(PRICE),
  status: oneOf('won', 'lost', 'tie', 'void'),
  voidReason: orNull(oneOf('no_entry_tick', 'settled_late', 'too_few_ticks', 'stale_at_expiry')),
  profitLoss: text(/^(0|-?[1-9]\d{0,17})$/),
  closedAt: whole(),
}
const ORDER = record({ ...TERMS, ...RESULT })
const SIGNED_ORDER = record({
  ...TERMS,
  ...RESULT,
  source: oneOf('pyth'),
  instrument: text(/^[0-9a-f]{64}:[0-9a-f]{16}$/),
  rule: oneOf(2),
})
const LOGS = listOf(record({ name: text(/^[a-z]{2,20}$/), size: whole(), root: HASH }), 16)
const HEAD = record({
  number: whole(1),
  at: whole(),
  products: listOf(record({ symbol: SYMBOL, size: whole(), through: whole(), root: HASH }), 500),
  logs: LOGS,
})
const BRIEF_HEAD = record({ number: whole(1), at: whole(), products: HASH, logs: LOGS })
const LOG_PATHS = listOf(record({ name: text(/^[a-z]{2,20}$/), path: PATH }), 16)
const TICK = record({
  sequence: whole(1),
  at: whole(),
  price: PRICE,
  size: PRICE,
  source: SOURCE,
  sourceAt: whole(),
  instrument: text(/^[A-Za-z0-9._*-]{1,64}$/),
  trade: orNull(whole()),
})
const PLACE = record({ leaf: whole(), path: PATH })
const KEY_CHANGE = record({ from: HASH, to: HASH, at: whole(), oldSignature: SIGNATURE, newSignature: SIGNATURE })
const WINDOW_HEAD = record({
  number: whole(1),
  at: whole(),
  logs: HASH,
  size: whole(),
  through: whole(),
  root: HASH,
  index: whole(),
  count: whole(1),
  path: PATH,
})
const CHECKPOINT: Shape = (value) => typeof value === 'string' && value.length <= CHECKPOINT_MAX
const FORMAT_NAME = 'fairtick-receipt-'
const [FORMAT, SIGNED_FORMAT] = [4, 5]
/** The common part of receipts of both formats. */
const RECEIPT_FIELDS: Record<string, Shape> = {
  acceptance: record({ signature: SIGNATURE, publicKey: HASH }),
  accepted: BRIEF_HEAD,
  witnessed: listOf(record({ checkpoint: CHECKPOINT, path: PATH }), 2),
  places: record({ acceptance: PLACE, settlement: PLACE, result: listOf(HASH, 283) }),
  checkpoint: CHECKPOINT,
  publicKey: HASH,
  keys: listOf(KEY_CHANGE, 16),
}
const RECEIPT = record({
  ...RECEIPT_FIELDS,
  format: oneOf(`${FORMAT_NAME}${FORMAT}`),
  order: ORDER,
  tickCount: whole(),
  ranges: listOf(record({ ticks: listOf(TICK, 1_002, 1), path: PATH }), 2),
  fixed: HEAD,
  head: HEAD,
  consistency: record({
    products: listOf(record({ symbol: SYMBOL, path: PATH }), 500),
    logs: LOG_PATHS,
  }),
  window: listOf(record({ heads: listOf(WINDOW_HEAD, 120, 1), path: PATH }), 24, 1),
  heads: record({ accepted: PATH, fixed: PATH, head: PATH, seen: PATH }),
})
const SIGNED_RECEIPT = record({
  ...RECEIPT_FIELDS,
  format: oneOf(`${FORMAT_NAME}${SIGNED_FORMAT}`),
  order: SIGNED_ORDER,
  head: BRIEF_HEAD,
  consistency: record({ logs: LOG_PATHS }),
  heads: record({ accepted: PATH, head: PATH, seen: PATH }),
  updates: listOf(text(/^(?:[0-9a-f]{2}){1,4096}$/), 2),
})

export const isReceipt = (value: unknown): value is Receipt => RECEIPT(value)
export const isSignedReceipt = (value: unknown): value is SignedReceipt => SIGNED_RECEIPT(value)

/** Whether it says of itself that it has a format after those that this app knows. */
export function isNewerFormat(value: unknown): boolean {
  const { format } = (value ?? {}) as { format?: unknown }
  const number = typeof format === 'string' && format.startsWith(FORMAT_NAME) ? format.slice(FORMAT_NAME.length) : ''
  return /^[1-9]\d{0,3}$/.test(number) && Number(number) > SIGNED_FORMAT
}
