import Type from 'typebox'
import { ClientId, closed, EpochMs, type Infer, nullable, PriceText, ProductSymbol } from './common'
import { Order, VOID_REASONS } from './orders'

/**
 * What makes a result checkable. Trees are those of RFC 6962 (leaf 0x00, node 0x01, SHA-256): one a product, whose leaf
 * n is the tick with sequence n + 1, and one of settlements. docs/PROOF.md has the texts that are hashed and signed.
 */
export const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hex' })
const Path = Type.Array(Hash, { maxItems: 130 })
const Size = Type.Integer({ minimum: 0 })
const Signature = Type.String({ pattern: '^[0-9a-f]{128}$', description: 'Ed25519, hex' })
const PublicKey = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Ed25519 public key, hex' })
const MinorUnits = Type.String({ pattern: '^(0|[1-9]\\d{0,17})$', description: 'Minor units of the currency' })
const SourceText = Type.String({ pattern: '^[A-Za-z0-9:._,-]{1,80}$' })
const ProductPath = closed({ symbol: ProductSymbol, path: Path })

/** `through`: no tick of that time or before it is ever appended after these `size`. */
export const ProductTree = closed({ symbol: ProductSymbol, size: Size, through: EpochMs, root: Hash })
export type ProductTree = Infer<typeof ProductTree>

/** A signed state of all trees. Each head names the one before it, so heads are a chain as well. */
export const TreeHead = closed({
  number: Type.Integer({ minimum: 1 }),
  at: EpochMs,
  /** In the order of the symbols. */
  products: Type.Array(ProductTree, { maxItems: 500 }),
  settlementSize: Size,
  settlementRoot: Hash,
  /** Hash of the head before; 64 zeros for the first. */
  previous: Hash,
  signature: Signature,
  publicKey: PublicKey,
})
export type TreeHead = Infer<typeof TreeHead>

const HeadNumber = Type.String({ pattern: '^[1-9]\\d{0,15}$' })
export const HeadParams = closed({ number: HeadNumber })

/** GET /proof/consistency: that the later head only added to the earlier one. */
export const ConsistencyQuery = closed({ from: HeadNumber, to: HeadNumber })
export const Consistency = closed({
  from: TreeHead,
  to: TreeHead,
  products: Type.Array(ProductPath, { maxItems: 500 }),
  settlements: Path,
})
export type Consistency = Infer<typeof Consistency>

export const ReceiptTick = closed({
  sequence: Type.Integer({ minimum: 1 }),
  at: EpochMs,
  price: PriceText,
  size: PriceText,
  source: SourceText,
  sourceAt: EpochMs,
})
export type ReceiptTick = Infer<typeof ReceiptTick>

/** Neighbouring ticks of one product, and what proves that they have their places in the product's tree. */
export const TickRange = closed({ ticks: Type.Array(ReceiptTick, { minItems: 1, maxItems: 1_002 }), path: Path })
export type TickRange = Infer<typeof TickRange>

/** What was agreed: nothing of it can change once the order is accepted. Amounts are minor units of the currency. */
const TERMS = {
  id: ClientId,
  /** As the user sees it, e.g. "FT-01JD7Q4ZK8". */
  number: Type.String({ pattern: '^FT-[0-9A-Z]{10}$' }),
  symbol: ProductSymbol,
  /** Where prices may come from: one source, or several with commas between. */
  source: SourceText,
  direction: Type.Enum(['up', 'down']),
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
  rule: Type.Literal(1),
}
export const OrderTerms = closed(TERMS)
export type OrderTerms = Infer<typeof OrderTerms>

/** Ed25519 over the text of the terms, with the key that signs the heads (docs/PROOF.md, "Acceptance"). */
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

/** GET /orders/:id/receipt: everything needed to check a result without trusting anyone. */
export const Receipt = closed({
  format: Type.Literal('fairtick-receipt-2'),
  order: ReceiptOrder,
  acceptance: AcceptanceSignature,
  /** Ticks of the product from the last one up to the acceptance to the first one after the end, under `fixed`. */
  tickCount: Size,
  /** One range, or the first and the last part of a long one; none where there was no tick at all. */
  ranges: Type.Array(TickRange, { maxItems: 2 }),
  /** The head that was signed before the order was settled, when the price log was complete to the order's end. */
  fixed: TreeHead,
  /** A later head, which holds the settlement. */
  head: TreeHead,
  consistency: closed({ products: Type.Array(ProductPath, { maxItems: 500 }), settlements: Path }),
  settlement: closed({ leaf: Size, path: Path }),
})
export type Receipt = Infer<typeof Receipt>
