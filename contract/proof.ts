import Type from 'typebox'
import {
  ClientId,
  closed,
  EpochMs,
  Hash,
  type Infer,
  nullable,
  PriceText,
  ProductSymbol,
  PublicKey,
  Signature,
} from './common'
import { DIRECTIONS, Order, VOID_REASONS } from './orders'

/**
 * Types of the proof of a result. Trees are those of RFC 6962 (leaf 0x00, node 0x01, SHA-256): one per product, whose
 * leaf n is the tick with sequence n + 1, one for each other log, and one of the heads that hold the others.
 * docs/PROOF_FORMAT.md has the texts that are hashed and signed.
 */
const Path = Type.Array(Hash, { maxItems: 130 })
const Size = Type.Integer({ minimum: 0 })
const MinorUnits = Type.String({ pattern: '^(0|[1-9]\\d{0,17})$', description: 'Minor units of the currency' })
const SourceText = Type.String({ pattern: '^[A-Za-z0-9:._,-]{1,80}$' })
/**
 * For each source, its name of the product, with commas between; `-` if it has none. Under rule 4, the ids of the feed
 * and of the set of signers, with a colon between.
 */
const InstrumentText = Type.String({ pattern: '^[A-Za-z0-9._*:,-]{1,140}$' })
const LogName = Type.String({ pattern: '^[a-z]{2,20}$' })
const LogPath = closed({ name: LogName, path: Path })
const ProductPath = closed({ symbol: ProductSymbol, path: Path })

/** `through`: no tick at or before that time is ever appended after these `size`. */
export const ProductTree = closed({ symbol: ProductSymbol, size: Size, through: EpochMs, root: Hash })
export type ProductTree = Infer<typeof ProductTree>

/**
 * A log other than those of prices: `feeds`, `keys`, `orders`, `settlements`. `results` is the map of the settlements
 * by order, with the size of their log (docs/PROOF_DESIGN.md, "Results").
 */
export const LogTree = closed({ name: LogName, size: Size, root: Hash })
export type LogTree = Infer<typeof LogTree>

const HEAD = { number: Type.Integer({ minimum: 1 }), at: EpochMs }
const Logs = Type.Array(LogTree, { maxItems: 16, description: 'In the order of their names' })

/** A state of all logs: leaf number - 1 of the log of heads. */
export const TreeHead = closed({
  ...HEAD,
  /** In the order of the symbols. */
  products: Type.Array(ProductTree, { maxItems: 500 }),
  logs: Logs,
})
export type TreeHead = Infer<typeof TreeHead>

/** A head of which the prices do not matter: `products` is the root over its products. */
export const BriefHead = closed({ ...HEAD, products: Hash, logs: Logs })
export type BriefHead = Infer<typeof BriefHead>

/** The log of heads up to one of them, as a signed note (c2sp.org/tlog-checkpoint). */
const Checkpoint = Type.String({ maxLength: 64_000 })
export const SignedHead = closed({ head: TreeHead, checkpoint: Checkpoint, publicKey: PublicKey })
export type SignedHead = Infer<typeof SignedHead>

/** GET /proof/heads/:number: `path` is that of the head in the log of heads up to it. */
export const LoggedHead = closed({ ...SignedHead.properties, path: Path })
export type LoggedHead = Infer<typeof LoggedHead>

/** One key took the place of another; both have signed it (docs/PROOF_FORMAT.md, "Keys"). */
export const KeyChange = closed({
  from: PublicKey,
  to: PublicKey,
  at: EpochMs,
  oldSignature: Signature,
  newSignature: Signature,
})
export type KeyChange = Infer<typeof KeyChange>

export const RESTORE_REASONS = ['hardware', 'mistake', 'attack'] as const
export type RestoreReason = (typeof RESTORE_REASONS)[number]

/**
 * The database was restored to the instant of head `kept`: heads after it that were made by `at` are void. `root` is that of
 * the log of heads up to `kept` (docs/PROOF_DESIGN.md, "Restored logs").
 */
export const LogRestore = closed({
  kept: Type.Integer({ minimum: 1 }),
  root: Hash,
  keptAt: EpochMs,
  at: EpochMs,
  reason: Type.Enum([...RESTORE_REASONS]),
  publicKey: PublicKey,
  signature: Signature,
})
export type LogRestore = Infer<typeof LogRestore>

/** `name+id+key` of c2sp.org/signed-note. */
const VerifierKey = Type.String({ maxLength: 180 })

/** GET /proof/policy, also below /.well-known: whose log it is, by which keys, and who witnesses it (docs/PROOF.md). */
export const ProofPolicy = closed({
  /** The key that signs now. */
  log: VerifierKey,
  publicKey: PublicKey,
  /** Every change of the key so far, oldest first. */
  keys: Type.Array(KeyChange, { maxItems: 16 }),
  witnesses: Type.Array(VerifierKey, { maxItems: 32 }),
  /** Where each of them answers, in the same order; empty for one without TLS, which pages cannot ask. */
  witnessUrls: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 32 }),
  /** How many of them must have signed the head that a receipt is under. */
  needed: Type.Integer({ minimum: 0, maximum: 32 }),
  /** Oldest first. */
  restores: Type.Array(LogRestore, { maxItems: 16 }),
})
export type ProofPolicy = Infer<typeof ProofPolicy>

/** GET /proof/example: the receipt of this example order, if it is one of the last two; otherwise of the newest. */
export const ExampleQuery = closed({ order: Type.Optional(ClientId) })

const HeadNumber = Type.String({ pattern: '^[1-9]\\d{0,15}$' })
export const HeadParams = closed({ number: HeadNumber })

/** GET /proof/consistency: proof that the later head only adds to the earlier one, and the log of heads to itself. */
export const ConsistencyQuery = closed({ from: HeadNumber, to: HeadNumber })
const CONSISTENCY = {
  products: Type.Array(ProductPath, { maxItems: 500 }),
  logs: Type.Array(LogPath, { maxItems: 16 }),
}
export const Consistency = closed({ from: TreeHead, to: TreeHead, ...CONSISTENCY, heads: Path })
export type Consistency = Infer<typeof Consistency>

/** GET /proof/feeds: the first leaf wanted; without it, the newest entries. */
export const FeedEventsQuery = closed({ from: Type.Optional(Type.String({ pattern: '^(0|[1-9]\\d{0,15})$' })) })

/**
 * Entries of the log of feed events, up to 500, and what proves them: `path` for the range in the log's tree under `head`,
 * `headPath` for the head in the log of heads up to it. docs/PROOF_DESIGN.md, "Feeds", has the texts.
 */
export const FeedEventPage = closed({
  head: BriefHead,
  headPath: Path,
  /** The leaf of the first entry, counted from 0. */
  from: Size,
  entries: Type.Array(Type.String({ maxLength: 400 }), { maxItems: 500 }),
  path: Path,
  checkpoint: Checkpoint,
  publicKey: PublicKey,
})
export type FeedEventPage = Infer<typeof FeedEventPage>

const Count = Type.Integer({ minimum: 0 })
const Day = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', description: 'Of UTC' })

/** GET /proof/endings: this many days that end with `until` (default: today); of all products or of one. */
export const EndingsQuery = closed({
  until: Type.Optional(Day),
  days: Type.Optional(Type.String({ pattern: '^([1-9]|[12]\\d|3[01])$', description: '1 to 31, default 7' })),
  symbol: Type.Optional(ProductSymbol),
})

/**
 * How the orders of all users ended, by product and by the day on which they closed; a day without orders is left out.
 * `settledBefore` and `settledThrough` count all orders settled before the first day and through the last one: places
 * in the settlement log (docs/PROOF_FORMAT.md, "Voids").
 */
export const Endings = closed({
  from: Day,
  until: Day,
  settledBefore: Count,
  settledThrough: Count,
  items: Type.Array(
    closed({
      day: Day,
      symbol: ProductSymbol,
      orders: Count,
      /** How many of these were void, by reason. */
      voids: closed({ no_entry_tick: Count, logged_late: Count, too_few_ticks: Count, stale_at_expiry: Count }),
    }),
    { maxItems: 15_500 },
  ),
})
export type Endings = Infer<typeof Endings>

export const ReceiptTick = closed({
  sequence: Type.Integer({ minimum: 1 }),
  at: EpochMs,
  price: PriceText,
  size: PriceText,
  source: SourceText,
  sourceAt: EpochMs,
  instrument: Type.String({ pattern: '^[A-Za-z0-9._*-]{1,64}$' }),
  /** The number that the source gave the trade. */
  trade: nullable(Size),
})
export type ReceiptTick = Infer<typeof ReceiptTick>

/** Neighboring ticks of one product, and what proves that they have their places in the product's tree. */
export const TickRange = closed({ ticks: Type.Array(ReceiptTick, { minItems: 1, maxItems: 1_002 }), path: Path })
export type TickRange = Infer<typeof TickRange>

/** The agreed terms: none of them can change once the order is accepted. Amounts are minor units of the currency. */
const TERMS = {
  id: ClientId,
  /** As the user sees it, e.g. "FT-01JD7Q4ZK8". */
  number: Type.String({ pattern: '^FT-[0-9A-Z]{10}$' }),
  symbol: ProductSymbol,
  /** Where prices may come from: one source, or several with commas between. */
  source: SourceText,
  instrument: InstrumentText,
  direction: Type.Enum([...DIRECTIONS]),
  stake: MinorUnits,
  currency: Type.String({ pattern: '^[A-Z0-9]{2,12}$' }),
  scale: Type.Integer({ minimum: 0, maximum: 18 }),
  /** Paid when the order wins: the stake and the profit. */
  payout: MinorUnits,
  earningsRateBp: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  durationSeconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
  acceptedAt: EpochMs,
  entryTimeoutMs: Type.Integer({ minimum: 0, maximum: 86_400_000 }),
  staleAfterMs: Type.Integer({ minimum: 0, maximum: 86_400_000 }),
  sourceLagMs: Type.Integer({ minimum: 0, maximum: 60_000 }),
  /** 3: prices of the product's log decide. 4: signed prices do (docs/PROOF_FORMAT.md, "Rule 4"). */
  rule: Type.Integer({ minimum: 3, maximum: 4 }),
  /** The newest head that the device had seen, with the root of the log of heads up to it (contract/orders.ts, `Ask`). */
  seenHead: Size,
  seenRoot: Hash,
  deviceKey: PublicKey,
  deviceSignature: Signature,
}
export const OrderTerms = closed(TERMS)
export type OrderTerms = Infer<typeof OrderTerms>

/** Ed25519 over the text of the terms, with the key that signs the heads (docs/PROOF_DESIGN.md, "Acceptance"). */
export const AcceptanceSignature = closed({ signature: Signature, publicKey: PublicKey })
export type AcceptanceSignature = Infer<typeof AcceptanceSignature>

/** Terms with the signature of the house: what a user holds from the moment the order is placed. */
export const Acceptance = closed({ terms: OrderTerms, ...AcceptanceSignature.properties })
export type Acceptance = Infer<typeof Acceptance>

/** POST /orders and GET /orders/:id: the same acceptance each time, so a lost answer loses nothing. */
export const AcceptedOrder = closed({ ...Order.properties, acceptance: Acceptance })
export type AcceptedOrder = Infer<typeof AcceptedOrder>

/** The terms and how it ended, as in the settlement log. */
export const ReceiptOrder = closed({
  ...TERMS,
  entrySequence: nullable(Type.Integer({ minimum: 1 })),
  entryAt: nullable(EpochMs),
  entryPrice: nullable(PriceText),
  expiresAt: nullable(EpochMs),
  exitSequence: nullable(Type.Integer({ minimum: 1 })),
  exitAt: nullable(EpochMs),
  exitPrice: nullable(PriceText),
  status: Type.Enum(['won', 'lost', 'tie', 'void']),
  voidReason: nullable(Type.Enum([...VOID_REASONS])),
  profitLoss: Type.String({ pattern: '^(0|-?[1-9]\\d{0,17})$' }),
  closedAt: EpochMs,
})
export type ReceiptOrder = Infer<typeof ReceiptOrder>

const Place = closed({ leaf: Size, path: Path })

/** A place in the map `results`: from the leaf up, at most a hash for each of the 283 bits (docs/PROOF_DESIGN.md, "Results"). */
const ResultPath = Type.Array(Hash, { maxItems: 283 })

/** GET /proof/results/:minute/:key: the minute of the order's id, and the SHA-256 of the id. */
export const ResultParams = closed({ minute: Type.String({ pattern: '^(0|[1-9]\\d{0,7})$' }), key: Hash })
/**
 * The entry of the map `results` of the newest head at a key. `leaf` is the leaf at which the path of the key ends:
 * that of the key, that of another one if this key has none, or null if nothing is there.
 */
export const ResultPlace = closed({
  head: TreeHead,
  leaf: nullable(Type.String({ maxLength: 200 })),
  path: ResultPath,
  checkpoint: Checkpoint,
  publicKey: PublicKey,
})
export type ResultPlace = Infer<typeof ResultPlace>

/** A head between acceptance and end, with what it says of the order's product. */
export const WindowHead = closed({
  ...HEAD,
  /** The root over its logs. */
  logs: Hash,
  size: Size,
  through: EpochMs,
  root: Hash,
  /** The product's place among the products of the head. */
  index: Size,
  count: Type.Integer({ minimum: 1 }),
  path: Path,
})
export type WindowHead = Infer<typeof WindowHead>

/** Neighboring heads, and what proves that they have their places in the log of heads. */
export const WindowRange = closed({
  heads: Type.Array(WindowHead, { minItems: 1, maxItems: 120 }),
  path: Path,
})
export type WindowRange = Infer<typeof WindowRange>

/** A checkpoint that enough witnesses have signed, and the proof that the receipt's own one continues it. */
export const Witnessed = closed({ checkpoint: Checkpoint, path: Path })
export type Witnessed = Infer<typeof Witnessed>

/** A receipt's data of an order under rule 3: everything needed to check its result without trusting anyone. */
export const Receipt = closed({
  format: Type.Literal('fairtick-receipt-8'),
  order: ReceiptOrder,
  acceptance: AcceptanceSignature,
  /** The head that was the first to hold the acceptance. */
  accepted: BriefHead,
  /** The head before it, which does not; null unless the order is void as logged late. */
  before: nullable(BriefHead),
  /** Ticks of the product from the last one up to the acceptance to the first one after the end, under `fixed`. */
  tickCount: Size,
  /** One range, or the first and the last part of a long one; none if there was no tick at all. */
  ranges: Type.Array(TickRange, { maxItems: 2 }),
  /** The head that was made before the order was settled, when the price log was complete to the order's end. */
  fixed: TreeHead,
  /** A later head, which holds the settlement, and is the last one under the checkpoint. */
  head: TreeHead,
  /** From `fixed` to `head`; the map `results` has no path. */
  consistency: closed(CONSISTENCY),
  /** The heads from `accepted` to `fixed`: all, or the first, a sample and the last of many (docs/PROOF_DESIGN.md, "Window"). */
  window: Type.Array(WindowRange, { minItems: 1, maxItems: 24 }),
  /** The earliest ones that hold `accepted` and `fixed`, as far as witnesses have signed; one if it is the same. */
  witnessed: Type.Array(Witnessed, { maxItems: 3 }),
  /**
   * Places of the acceptance in the orders log of `accepted`, of the settlement in the settlement log of `head`, and of
   * the same leaf in the map `results` of `head`.
   */
  places: closed({ acceptance: Place, settlement: Place, result: ResultPath }),
  /** The paths of the three heads in the log of heads, and from the head that the device had seen to the last one. */
  heads: closed({ before: Path, accepted: Path, fixed: Path, head: Path, seen: Path }),
  checkpoint: Checkpoint,
  publicKey: PublicKey,
  /** Every change of the key so far. */
  keys: Type.Array(KeyChange, { maxItems: 16 }),
})
export type Receipt = Infer<typeof Receipt>

/** An update of an oracle in its canonical form, hex (docs/PROOF_FORMAT.md, "Signed prices"). */
const SignedUpdate = Type.String({ pattern: '^([0-9a-f]{2}){1,4096}$' })

/** The same of an order under rule 4: its prices are signed by others, so no ticks and no window are needed. */
export const SignedReceipt = closed({
  format: Type.Literal('fairtick-receipt-9'),
  order: ReceiptOrder,
  acceptance: AcceptanceSignature,
  accepted: BriefHead,
  before: nullable(BriefHead),
  head: BriefHead,
  /** From `accepted` to `head`; the map `results` has no path. */
  consistency: closed({ logs: CONSISTENCY.logs }),
  witnessed: Type.Array(Witnessed, { maxItems: 3 }),
  places: closed({ acceptance: Place, settlement: Place, result: ResultPath }),
  heads: closed({ before: Path, accepted: Path, head: Path, seen: Path }),
  /** The update of the entry and that of the exit; of a void those that show why. */
  updates: Type.Array(SignedUpdate, { maxItems: 2 }),
  /** Of a void without such an update: a head with no price of the feed for a day, and the last one before. */
  silence: nullable(closed({ head: WindowHead, path: Path, tick: ReceiptTick, tickPath: Path })),
  checkpoint: Checkpoint,
  publicKey: PublicKey,
  keys: Type.Array(KeyChange, { maxItems: 16 }),
})
export type SignedReceipt = Infer<typeof SignedReceipt>

/** GET /orders/:id/receipt */
export type AnyReceipt = Receipt | SignedReceipt
