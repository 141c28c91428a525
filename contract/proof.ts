import Type from 'typebox'
import { ClientId, closed, EpochMs, type Infer, MoneyText, nullable, PriceText, ProductSymbol } from './common'
import { ORDER_STATUSES } from './orders'

/**
 * What makes a result checkable. Trees are those of RFC 6962 (leaf 0x00, node 0x01, SHA-256): one a product, whose leaf
 * n is the tick with sequence n + 1, and one of settlements. docs/PROOF.md has the texts that are hashed and signed.
 */
export const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hex' })
const Path = Type.Array(Hash, { maxItems: 130 })
const Size = Type.Integer({ minimum: 0 })

export const ProductTree = closed({ symbol: ProductSymbol, size: Size, root: Hash })
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
  signature: Type.String({ pattern: '^[0-9a-f]{128}$', description: 'Ed25519, hex' }),
  publicKey: Hash,
})
export type TreeHead = Infer<typeof TreeHead>

const HeadNumber = Type.String({ pattern: '^[1-9]\\d{0,15}$' })
export const HeadParams = closed({ number: HeadNumber })

/** GET /proof/consistency: that the later head only added to the earlier one. */
export const ConsistencyQuery = closed({ from: HeadNumber, to: HeadNumber })
export const Consistency = closed({
  from: TreeHead,
  to: TreeHead,
  products: Type.Array(closed({ symbol: ProductSymbol, path: Path }), { maxItems: 500 }),
  settlements: Path,
})
export type Consistency = Infer<typeof Consistency>

export const ReceiptTick = closed({
  sequence: Type.Integer({ minimum: 1 }),
  at: EpochMs,
  price: PriceText,
  size: PriceText,
  source: Type.String(),
  sourceAt: Type.Integer(),
})
export type ReceiptTick = Infer<typeof ReceiptTick>

/** Neighbouring ticks of one product, and what proves that they stand at their places in the product's tree. */
export const TickRange = closed({ ticks: Type.Array(ReceiptTick, { minItems: 1, maxItems: 1_002 }), path: Path })
export type TickRange = Infer<typeof TickRange>

/** The order as accepted and as settled; amounts in minor units of the currency, as they stand in the settlement log. */
export const ReceiptOrder = closed({
  id: ClientId,
  symbol: ProductSymbol,
  direction: Type.Enum(['up', 'down']),
  stake: Type.String({ pattern: '^\\d{1,18}$' }),
  payout: Type.String({ pattern: '^\\d{1,18}$' }),
  earningsRateBp: Type.Integer(),
  durationSeconds: Type.Integer(),
  acceptedAt: EpochMs,
  entrySequence: nullable(Type.Integer()),
  entryAt: nullable(EpochMs),
  entryPrice: nullable(PriceText),
  expiresAt: nullable(EpochMs),
  exitSequence: nullable(Type.Integer()),
  exitAt: nullable(EpochMs),
  exitPrice: nullable(PriceText),
  status: Type.Enum([...ORDER_STATUSES]),
  voidReason: nullable(Type.String()),
  profitLoss: Type.String({ pattern: '^-?\\d{1,18}$' }),
  closedAt: EpochMs,
  entryTimeoutMs: Type.Integer(),
  staleAfterMs: Type.Integer(),
})
export type ReceiptOrder = Infer<typeof ReceiptOrder>

/** GET /orders/:id/receipt: everything needed to check a result without believing anyone. */
export const Receipt = closed({
  format: Type.Literal('fairtick-receipt-1'),
  rule: Type.Literal(1),
  currency: closed({ code: Type.String(), scale: Type.Integer() }),
  /** The order's number as the user sees it, and its stake for reading. */
  number: Type.String(),
  stake: MoneyText,
  order: ReceiptOrder,
  /** Ticks of the product from the last one up to the acceptance to the first one after the end, under `head`. */
  tickCount: Type.Integer({ minimum: 0 }),
  /** One range, or the first and the last part of a long one; none where there was no tick at all. */
  ranges: Type.Array(TickRange, { maxItems: 2 }),
  /** The head that was fixed before the order was settled. */
  fixed: TreeHead,
  /** A later head, which holds the settlement and all ranges. */
  head: TreeHead,
  consistency: closed({ products: Type.Array(closed({ symbol: ProductSymbol, path: Path })), settlements: Path }),
  settlement: closed({ leaf: Type.Integer({ minimum: 0 }), path: Path }),
})
export type Receipt = Infer<typeof Receipt>
