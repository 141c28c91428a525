import type {
  BriefHead,
  KeyChange,
  LogRestore,
  LogTree,
  OrderTerms,
  ProductTree,
  ReceiptOrder,
  ReceiptTick,
} from '../contract/proof'

/** The texts that are hashed and signed (docs/PROOF_FORMAT.md, "Texts"). */

/** In the order in which the texts have them. */
export const TERM_FIELDS = [
  'id',
  'number',
  'symbol',
  'source',
  'instrument',
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
  'sourceLagMs',
  'rule',
  'seenHead',
  'seenRoot',
  'deviceKey',
  'deviceSignature',
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

const ASKED_FIELDS = [
  'id',
  'symbol',
  'direction',
  'stake',
  'currency',
  'scale',
  'durationSeconds',
  'earningsRateBp',
  'seenHead',
  'seenRoot',
  'deviceKey',
] as const satisfies readonly (keyof OrderTerms)[]

/**
 * The text that the device signs when the user places an order; `origin` is the first line of the log's checkpoints.
 */
export const askText = (origin: string, terms: Pick<OrderTerms, (typeof ASKED_FIELDS)[number]>): string =>
  ['ask', 1, origin, ...ASKED_FIELDS.map((field) => terms[field])].join('|')

/** The text that the house signs when it accepts an order, and the order's leaf in the orders log. */
export const acceptanceText = (terms: OrderTerms): string =>
  ['accept', 4, ...TERM_FIELDS.map((field) => terms[field])].join('|')

/** The terms and the result; the leaf of the settlement log has its hash (results.ts). */
export const settlementText = (order: ReceiptOrder): string =>
  [
    'settlement',
    5,
    ...TERM_FIELDS.map((field) => order[field]),
    ...RESULT_FIELDS.map((field) => order[field] ?? '-'),
  ].join('|')

/** Leaf of a product's price log. */
export const tickText = (symbol: string, tick: ReceiptTick): string =>
  [
    'tick',
    2,
    symbol,
    tick.sequence,
    tick.at,
    tick.price,
    tick.size,
    tick.source,
    tick.sourceAt,
    tick.instrument,
    tick.trade ?? '-',
  ].join('|')

/** Leaf of the tree over the products of a head. */
export const productText = ({ symbol, size, through, root }: ProductTree): string =>
  ['product', 2, symbol, size, through, root].join('|')

/** Leaf of the tree over the logs of a head. */
export const logText = ({ name, size, root }: LogTree): string => ['log', 1, name, size, root].join('|')

/** Leaf of the log of heads; `logs` is the root over the logs. */
export const headText = ({ number, at, products }: Omit<BriefHead, 'logs'>, logs: string): string =>
  ['head', 2, number, at, products, logs].join('|')

/** The text that both keys sign when one takes the place of the other. */
export const keyText = ({ from, to, at }: KeyChange): string => ['key', 1, from, to, at].join('|')

/** The text that the house signs after its database was restored to an earlier instant. */
export const restoreText = (
  origin: string,
  { kept, root, keptAt, at, reason }: Omit<LogRestore, 'publicKey' | 'signature'>,
): string => ['restore', 1, origin, kept, root, keptAt, at, reason].join('|')
