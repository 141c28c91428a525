import type { Acceptance, Receipt, SignedReceipt } from '../contract/proof'
import { CHECKPOINT_MAX } from './notes'
import { SIGN } from './rule'
import {
  BRIEF_HEAD,
  HASH,
  HEAD,
  LOG_PATHS,
  listOf,
  oneOf,
  orNull,
  PATH,
  record,
  type Shape,
  SIGNATURE,
  SYMBOL,
  text,
  textOf,
  whole,
} from './shape'

/** The closed format of a receipt (docs/PROOF_FORMAT.md, "The file"). */
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
  sourceLagMs: whole(0, 60_000),
  rule: oneOf(3),
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
  voidReason: orNull(oneOf('no_entry_tick', 'logged_late', 'too_few_ticks', 'stale_at_expiry')),
  profitLoss: text(/^(0|-?[1-9]\d{0,17})$/),
  closedAt: whole(),
}
const SIGNED_TERMS: Record<string, Shape> = {
  ...TERMS,
  source: oneOf('pyth'),
  instrument: text(/^[0-9a-f]{64}:[0-9a-f]{16}$/),
  rule: oneOf(4),
}
const ORDER = record({ ...TERMS, ...RESULT })
const SIGNED_ORDER = record({ ...SIGNED_TERMS, ...RESULT })
export const PRODUCT_PATHS = listOf(record({ symbol: SYMBOL, path: PATH }), 500)
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
export const KEYS = listOf(KEY_CHANGE, 16)
const WINDOW_HEAD = record({
  number: whole(1),
  at: whole(),
  logs: HASH,
  size: whole(),
  through: whole(),
  root: HASH,
  index: whole(),
  count: whole(1, 500),
  path: PATH,
})
const CHECKPOINT = textOf(CHECKPOINT_MAX)
const FORMAT_NAME = 'fairtick-receipt-'
const SIGNED_NUMBER = 9
export const FORMAT = `${FORMAT_NAME}8`
/** Format of a receipt whose prices others have signed. */
export const SIGNED_FORMAT = `${FORMAT_NAME}${SIGNED_NUMBER}`
/** The common part of receipts of both formats. */
const RECEIPT_FIELDS: Record<string, Shape> = {
  acceptance: record({ signature: SIGNATURE, publicKey: HASH }),
  accepted: BRIEF_HEAD,
  before: orNull(BRIEF_HEAD),
  witnessed: listOf(record({ checkpoint: CHECKPOINT, path: PATH }), 3),
  places: record({ acceptance: PLACE, settlement: PLACE, result: listOf(HASH, 283) }),
  checkpoint: CHECKPOINT,
  publicKey: HASH,
  keys: KEYS,
}
const RECEIPT = record({
  ...RECEIPT_FIELDS,
  format: oneOf(FORMAT),
  order: ORDER,
  tickCount: whole(),
  ranges: listOf(record({ ticks: listOf(TICK, 1_002, 1), path: PATH }), 2),
  fixed: HEAD,
  head: HEAD,
  consistency: record({
    products: PRODUCT_PATHS,
    logs: LOG_PATHS,
  }),
  window: listOf(record({ heads: listOf(WINDOW_HEAD, 120, 1), path: PATH }), 24, 1),
  heads: record({ before: PATH, accepted: PATH, fixed: PATH, head: PATH, seen: PATH }),
})
const SIGNED_RECEIPT = record({
  ...RECEIPT_FIELDS,
  format: oneOf(SIGNED_FORMAT),
  order: SIGNED_ORDER,
  head: BRIEF_HEAD,
  consistency: record({ logs: LOG_PATHS }),
  heads: record({ before: PATH, accepted: PATH, head: PATH, seen: PATH }),
  updates: listOf(text(/^(?:[0-9a-f]{2}){1,4096}$/), 2),
  silence: orNull(record({ head: WINDOW_HEAD, path: PATH, tick: TICK, tickPath: PATH })),
})

const ACCEPTANCES = [TERMS, SIGNED_TERMS].map((terms) =>
  record({ terms: record(terms), signature: SIGNATURE, publicKey: HASH }),
)
/** Whether it is an acceptance as a user keeps it, under either rule. */
export const isAcceptance = (value: unknown): value is Acceptance => ACCEPTANCES.some((shape) => shape(value))

export const isReceipt = (value: unknown): value is Receipt => RECEIPT(value)
export const isSignedReceipt = (value: unknown): value is SignedReceipt => SIGNED_RECEIPT(value)

/** Whether it says of itself that it has a format after those that this app knows. */
export function isNewerFormat(value: unknown): boolean {
  const { format } = (value ?? {}) as { format?: unknown }
  const number = typeof format === 'string' && format.startsWith(FORMAT_NAME) ? format.slice(FORMAT_NAME.length) : ''
  return /^[1-9]\d{0,3}$/.test(number) && Number(number) > SIGNED_NUMBER
}
