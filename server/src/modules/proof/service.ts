import { ORDER_STATUSES, VOID_REASONS } from '../../../../contract/orders'
import type { Consistency, Receipt, ReceiptOrder, ReceiptTick, TickRange, TreeHead } from '../../../../contract/proof'
import type { Database } from '../../database/database'
import { type HeadMaker, type HeadRow, productsOf, readHead } from '../../proof/heads'
import { createSubtreeHash, SETTLEMENT_TREE } from '../../proof/logs'
import { consistencyPath, inclusionPath, rangePath } from '../../proof/merkle'
import type { WholeTickLog } from '../../proof/tickArchive'
import { present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import { fail, ok, type Result } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import * as repository from './repository'

export interface ProofDeps {
  config: Pick<Settings, 'currency'>
  database: Database
  heads: HeadMaker
  tickLog: WholeTickLog
  /** Orders that were moved out of the database, as JSON. */
  archive: { findOrder(userId: bigint, id: string): Promise<string | undefined> }
  /** Number of an order as users see it; the orders module owns it. */
  orderNumber(number: bigint, acceptedAtMs: number): string
}

/** Signed heads and receipts of contract/proof.ts. */
export interface ProofService {
  latestHead(): Promise<TreeHead>
  /** Codes: `not_found`. */
  head(number: number): Promise<Result<TreeHead>>
  /** Codes: `not_found`, `invalid_request` where `from` is later than `to`. */
  consistency(from: number, to: number): Promise<Result<Consistency>>
  /** Codes: `not_found` (also for another user's order), `receipt_not_ready` while the order is open. */
  receipt(userId: bigint, orderId: string): Promise<Result<Receipt>>
}

/** A range of more ticks than this is given as its two ends. */
const TICKS_MAX = 2_000
const TICKS_PER_END = 1_000
const HEADS_KEPT = 200

const hex = (buffer: Buffer) => buffer.toString('hex')
const number = (value: bigint | null) => (value === null ? null : Number(value))

interface OpenHead {
  wire: TreeHead
  trees: Map<string, { tree: number; size: number }>
}

/** Heads with the roots of their products. They never change, so the last ones asked for are kept. */
function createHeadReader(database: Database) {
  const kept = new Map<number, Promise<OpenHead>>()
  async function open(row: HeadRow): Promise<OpenHead> {
    const products = await productsOf(database, row)
    return {
      wire: {
        number: row.number,
        at: row.atMs,
        products: products.map(({ symbol, size, root }) => ({ symbol, size, root: hex(root) })),
        settlementSize: row.settlementSize,
        settlementRoot: hex(row.settlementRoot),
        previous: hex(row.previous),
        signature: hex(row.signature),
        publicKey: hex(row.publicKey),
      },
      trees: new Map(products.map(({ symbol, tree, size }) => [symbol, { tree, size }])),
    }
  }
  return (row: HeadRow): Promise<OpenHead> => {
    const known = kept.get(row.number)
    if (known) return known
    const opened = open(row)
    opened.catch(() => kept.delete(row.number))
    kept.set(row.number, opened)
    const oldest = kept.size > HEADS_KEPT ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
    return opened
  }
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

/** The settings that the order was decided with stand in its settlement's text, not in the product of today. */
function orderOf(row: repository.ReceiptRow): ReceiptOrder {
  const [entryTimeoutMs, staleAfterMs] = row.entry.split('|').slice(-2).map(Number)
  return {
    id: row.id,
    symbol: row.symbol,
    direction: row.direction === 1 ? 'up' : 'down',
    stake: String(row.stake),
    payout: String(row.payout),
    earningsRateBp: row.earnings_rate_bp,
    durationSeconds: row.duration_seconds,
    acceptedAt: Number(row.accepted_at_ms),
    entrySequence: number(row.entry_sequence),
    entryAt: number(row.entry_at_ms),
    entryPrice: row.entry_price,
    expiresAt: number(row.expires_at_ms),
    exitSequence: number(row.exit_sequence),
    exitAt: number(row.exit_at_ms),
    exitPrice: row.exit_price,
    status: present(ORDER_STATUSES[row.status - 1], 'a stored status is one of the contract'),
    voidReason: row.void_reason === null ? null : (VOID_REASONS[row.void_reason - 1] ?? null),
    profitLoss: String(row.profit_loss),
    closedAt: Number(row.closed_at_ms),
    entryTimeoutMs: entryTimeoutMs ?? 0,
    staleAfterMs: staleAfterMs ?? 0,
  }
}

/** A tick from the text of its leaf (texts.ts, `tickText`). */
function wireTick(leaf: string): ReceiptTick {
  const [, , , sequence, at, price = '', size = '', source = '', sourceAt] = leaf.split('|')
  return { sequence: Number(sequence), at: Number(at), price, size, source, sourceAt: Number(sourceAt) }
}

/** The ticks from the last one up to the acceptance to the first one after the end, wherever they lie by now. */
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
  const { database, heads, config, archive } = deps
  const openHead = createHeadReader(database)

  async function findRow(userId: bigint, orderId: string): Promise<repository.ReceiptRow | undefined> {
    const row = await repository.findReceiptRow(database, userId, orderId)
    const record = row ? undefined : await archive.findOrder(userId, orderId)
    return record === undefined ? row : repository.receiptRowOf(database, record)
  }

  async function receipt(userId: bigint, orderId: string): Promise<Result<Receipt>> {
    const row = await findRow(userId, orderId)
    if (!row) return fail('receipt_not_ready')
    const latest = await openHead(await heads.seal())
    const fixedRow = row.head_number === null ? undefined : await readHead(database, Number(row.head_number))
    const fixed = fixedRow ? await openHead(fixedRow) : latest
    const order = orderOf(row)
    const size = latest.trees.get(row.symbol)?.size ?? 0
    const { tickCount, ranges } = await rangesOf(deps, order, row.product_id, size)
    const leaf = Number(row.leaf)
    const path = await inclusionPath(createSubtreeHash(database, SETTLEMENT_TREE), leaf, latest.wire.settlementSize)
    return ok({
      format: 'fairtick-receipt-1',
      rule: 1,
      currency: config.currency,
      number: deps.orderNumber(row.number, order.acceptedAt),
      stake: formatMoney(row.stake, config.currency.scale),
      order,
      tickCount,
      ranges,
      fixed: fixed.wire,
      head: latest.wire,
      consistency: await consistencyOf(deps, fixed, latest),
      settlement: { leaf, path: path.map(hex) },
    })
  }

  return {
    latestHead: async () => (await openHead(await heads.seal())).wire,
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
      return ok({ from: first.wire, to: second.wire, ...(await consistencyOf(deps, first, second)) })
    },
    receipt,
  }
}
