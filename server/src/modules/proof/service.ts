import type {
  Acceptance,
  Consistency,
  OrderTerms,
  Receipt,
  ReceiptOrder,
  ReceiptTick,
  TickRange,
  TreeHead,
} from '../../../../contract/proof'
import type { Database } from '../../database/database'
import { type HeadMaker, type HeadRow, productsOf, readHead, readLatestHead } from '../../proof/heads'
import { createSubtreeHash, SETTLEMENT_TREE } from '../../proof/logs'
import { consistencyPath, inclusionPath, rangePath } from '../../proof/merkle'
import type { WholeTickLog } from '../../proof/tickArchive'
import { present } from '../../shared/assert'
import { remember } from '../../shared/cache'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import { ORDER_STATUS, storedName, VOID_REASON } from '../../shared/stored'
import * as repository from './repository'

export interface ProofDeps {
  database: Database
  heads: HeadMaker
  tickLog: WholeTickLog
  /** Orders that were moved out of the database, as JSON. */
  archive: { findOrder(userId: bigint, id: string): Promise<string | undefined> }
  /** What was agreed, signed; the orders module knows the terms of its rows. */
  acceptanceOf(row: repository.ReceiptRow): Promise<Acceptance>
}

/** Signed heads and receipts of contract/proof.ts. */
export interface ProofService {
  latestHead(): Promise<TreeHead>
  head(number: number): Promise<Result<TreeHead, AppError<'not_found'>>>
  consistency(from: number, to: number): Promise<Result<Consistency, AppError<'invalid_request' | 'not_found'>>>
  receipt(userId: bigint, orderId: string): Promise<Result<Receipt, AppError<'receipt_not_ready'>>>
}

/** A range of more ticks than this is given as its two ends. */
const TICKS_MAX = 2_000
const TICKS_PER_END = 1_000
const HEADS_KEPT = 200
const PROOFS_KEPT = 200

const hex = (buffer: Buffer) => buffer.toString('hex')
const number = (value: bigint | null) => (value === null ? null : Number(value))

interface OpenHead {
  wire: TreeHead
  trees: Map<string, { tree: number; size: number }>
}

/** Heads with the roots of their products. They never change, so the last ones asked for are kept. */
function createHeadReader(database: Database) {
  async function open(row: HeadRow): Promise<OpenHead> {
    const products = await productsOf(database, row)
    return {
      wire: {
        number: row.number,
        at: row.atMs,
        products: products.map(({ symbol, size, throughMs, root }) => ({
          symbol,
          size,
          through: throughMs,
          root: hex(root),
        })),
        settlementSize: row.settlementSize,
        settlementRoot: hex(row.settlementRoot),
        previous: hex(row.previous),
        signature: hex(row.signature),
        publicKey: hex(row.publicKey),
      },
      trees: new Map(products.map(({ symbol, tree, size }) => [symbol, { tree, size }])),
    }
  }
  const opened = remember(HEADS_KEPT, (_number: number, row: HeadRow) => open(row))
  return (row: HeadRow): Promise<OpenHead> => opened(row.number, row)
}

async function consistencyOf({ database, tickLog }: ProofDeps, from: OpenHead, to: OpenHead) {
  const products = []
  for (const [symbol, { tree, size }] of from.trees) {
    const later = present(to.trees.get(symbol), 'a product stays in the log')
    const path = await consistencyPath(createSubtreeHash(database, tree, tickLog.readLeaves), size, later.size)
    products.push({ symbol, path: path.map(hex) })
  }
  const settlements = await consistencyPath(
    createSubtreeHash(database, SETTLEMENT_TREE),
    from.wire.settlementSize,
    to.wire.settlementSize,
  )
  return { products, settlements: settlements.map(hex) }
}

/** The terms as they were accepted, and how the order ended. */
function orderOf(row: repository.ReceiptRow, terms: OrderTerms): ReceiptOrder {
  const status = storedName(ORDER_STATUS, row.status)
  if (status === 'pending' || status === 'open')
    throw new Error(`order ${row.id} is in the settlement log but still open`)
  return {
    ...terms,
    entrySequence: number(row.entry_sequence),
    entryAt: number(row.entry_at_ms),
    entryPrice: row.entry_price,
    expiresAt: number(row.expires_at_ms),
    exitSequence: number(row.exit_sequence),
    exitAt: number(row.exit_at_ms),
    exitPrice: row.exit_price,
    status,
    voidReason: row.void_reason === null ? null : storedName(VOID_REASON, row.void_reason),
    profitLoss: String(row.profit_loss),
    closedAt: Number(row.closed_at_ms),
  }
}

/** A tick from the text of its leaf (texts.ts, `tickText`). */
function wireTick(leaf: string): ReceiptTick {
  const [, , , sequence, at, price = '', size = '', source = '', sourceAt] = leaf.split('|')
  return { sequence: Number(sequence), at: Number(at), price, size, source, sourceAt: Number(sourceAt) }
}

/** The ticks from the last one up to the acceptance to the first one after the end, wherever they are now. */
async function spanOf({ database, tickLog }: ProofDeps, productId: number, fromMs: number, toMs: number, size: number) {
  const archived = await tickLog.findSpan(productId, fromMs, toMs)
  const { first, last } = await repository.findSpan(database, productId, fromMs, toMs)
  // What is archived is older than everything in the database.
  return { first: first ?? archived.first ?? 1, last: Math.min(size, archived.last ?? last ?? size) }
}

async function rangesOf(deps: ProofDeps, order: ReceiptOrder, productId: number, size: number) {
  const { database, tickLog } = deps
  const endMs = order.expiresAt ?? order.acceptedAt + order.entryTimeoutMs
  if (size === 0) return { tickCount: 0, ranges: [] }
  const { first, last } = await spanOf(deps, productId, order.acceptedAt, endMs, size)
  if (last < first) return { tickCount: 0, ranges: [] }
  const tickCount = last - first + 1
  const spans =
    tickCount <= TICKS_MAX / 2
      ? [[first, last] as const]
      : [
          [first, first + Math.min(TICKS_PER_END, tickCount - 1) - 1] as const,
          [last - TICKS_PER_END + 1, last] as const,
        ]
  const hashOf = createSubtreeHash(database, productId, tickLog.readLeaves)
  const ranges: TickRange[] = []
  for (const [low, high] of tickCount <= TICKS_MAX && spans.length === 2 ? halves(first, last) : spans) {
    const ticks = (await tickLog.readLeaves(database, productId, low - 1, high)).map(wireTick)
    ranges.push({ ticks, path: (await rangePath(hashOf, low - 1, high, size)).map(hex) })
  }
  return { tickCount, ranges }
}

/** A span that fits is cut in the middle: its two ranges still hold every tick. */
function halves(first: number, last: number): readonly (readonly [number, number])[] {
  const middle = first + Math.floor((last - first) / 2)
  return [
    [first, middle],
    [middle + 1, last],
  ]
}

export function createProofService(deps: ProofDeps): ProofService {
  const { database, heads, archive } = deps
  const openHead = createHeadReader(database)
  const between = remember(PROOFS_KEPT, (_key: string, from: OpenHead, to: OpenHead) => consistencyOf(deps, from, to))

  async function findRow(userId: bigint, orderId: string): Promise<repository.ReceiptRow | undefined> {
    const row = await repository.findReceiptRow(database, userId, orderId)
    const record = row ? undefined : await archive.findOrder(userId, orderId)
    return record === undefined ? row : repository.receiptRowOf(database, record)
  }

  /** The newest head that holds the settlement; one is made only where none does yet. */
  async function headWith(leaf: number): Promise<OpenHead> {
    const newest = await readLatestHead(database)
    return openHead(newest && newest.settlementSize > leaf ? newest : await heads.seal())
  }

  async function receipt(userId: bigint, orderId: string): Promise<Result<Receipt, AppError<'receipt_not_ready'>>> {
    const row = await findRow(userId, orderId)
    const fixedRow = row?.head_number ? await readHead(database, Number(row.head_number)) : undefined
    if (!row || !fixedRow) return fail('receipt_not_ready')
    const leaf = Number(row.leaf)
    const [fixed, latest] = [await openHead(fixedRow), await headWith(leaf)]
    const { terms, ...acceptance } = await deps.acceptanceOf(row)
    const order = orderOf(row, terms)
    const size = fixed.trees.get(row.symbol)?.size ?? 0
    const { tickCount, ranges } = await rangesOf(deps, order, row.product_id, size)
    const path = await inclusionPath(createSubtreeHash(database, SETTLEMENT_TREE), leaf, latest.wire.settlementSize)
    return ok({
      format: 'fairtick-receipt-2',
      order,
      acceptance,
      tickCount,
      ranges,
      fixed: fixed.wire,
      head: latest.wire,
      consistency: await between(`${fixed.wire.number}-${latest.wire.number}`, fixed, latest),
      settlement: { leaf, path: path.map(hex) },
    })
  }

  return {
    // A request makes no head: that would be a way to fill the log. Only the very first is made here.
    latestHead: async () => (await openHead((await readLatestHead(database)) ?? (await heads.seal()))).wire,
    async head(wanted) {
      const row = await readHead(database, wanted)
      return row ? ok((await openHead(row)).wire) : fail('not_found')
    },
    async consistency(from, to) {
      if (from > to) return fail('invalid_request')
      const rows = [await readHead(database, from), await readHead(database, to)]
      const [earlier, later] = rows
      if (!earlier || !later) return fail('not_found')
      const [first, second] = [await openHead(earlier), await openHead(later)]
      return ok({ from: first.wire, to: second.wire, ...(await between(`${from}-${to}`, first, second)) })
    },
    receipt,
  }
}
