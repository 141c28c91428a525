import type { OrderTerms, ReceiptOrder, ReceiptTick } from '../../../contract/proof'

/** The texts that are hashed and signed (docs/PROOF.md, "Texts"). */

/** In the order in which the texts have them. */
export const TERM_FIELDS = [
  'id',
  'number',
  'symbol',
  'source',
  'direction',
  'stake',
  'currency',
  'scale',
  'payout',
  'earningsRateBp',
  'durationSeconds',
  'acceptedAt',
  'entryTimeoutMs',
  'staleAfterMs',
  'rule',
] as const satisfies readonly (keyof OrderTerms)[]

const RESULT_FIELDS = [
  'entrySequence',
  'entryAt',
  'entryPrice',
  'expiresAt',
  'exitSequence',
  'exitAt',
  'exitPrice',
  'status',
  'voidReason',
  'profitLoss',
  'closedAt',
] as const satisfies readonly (keyof ReceiptOrder)[]

/** What the house signs when it accepts an order. */
export const acceptanceText = (terms: OrderTerms): string =>
  ['accept', 1, ...TERM_FIELDS.map((field) => terms[field])].join('|')

/** Leaf of the settlement log. */
export const settlementText = (order: ReceiptOrder): string =>
  [
    'settlement',
    2,
    ...TERM_FIELDS.map((field) => order[field]),
    ...RESULT_FIELDS.map((field) => order[field] ?? '-'),
  ].join('|')

/** Leaf of a product's price log. */
export const tickText = (symbol: string, tick: ReceiptTick): string =>
  ['tick', 1, symbol, tick.sequence, tick.at, tick.price, tick.size, tick.source, tick.sourceAt].join('|')
