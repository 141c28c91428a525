import type { ReceiptOrder, ReceiptTick, TickRange } from '../../../../contract/proof'
import type { Database } from '../../database/database'
import { readLeaf } from '../../signedLogs/leafFields'
import { rangePath } from '../../signedLogs/merkle'
import type { WholeTickLog } from '../../signedLogs/tickArchive'
import type { TreeReader } from '../../signedLogs/treeReader'
import * as repository from './repository'

/** A range of more ticks than this is reduced to its two ends. */
const TICKS_MAX = 2_000
const TICKS_PER_END = 1_000

/** Sequences of the first and the last tick of a receipt; `last` is below `first` if it has none. */
export interface Span {
  first: number
  last: number
}

/** Reads a tick from the text of its leaf (texts.ts, `tickText`). */
function wireTick(leaf: string): ReceiptTick {
  const { sequence, atMs, price, size, source, sourceAtMs, instrument, trade } = readLeaf('tick', leaf)
  const [at, sourceAt] = [Number(atMs), Number(sourceAtMs)]
  return {
    sequence: Number(sequence),
    at,
    price,
    size,
    source,
    sourceAt,
    instrument,
    trade: trade === '-' ? null : Number(trade),
  }
}

/**
 * The span from the last tick up to the acceptance to the first one after the end, in the database or in the archive.
 */
export async function spanOf(
  { database, tickLog }: { database: Database; tickLog: WholeTickLog },
  productId: number,
  order: Pick<ReceiptOrder, 'acceptedAt' | 'expiresAt' | 'entryTimeoutMs'>,
): Promise<{ first: number; last: number | null }> {
  const { acceptedAt } = order
  const endMs = order.expiresAt ?? acceptedAt + order.entryTimeoutMs
  const { first, last } = await repository.findSpan(database, productId, acceptedAt, endMs)
  // The database holds the end of the log: if it has the first tick, it has all that follow.
  if (first !== null) return { first, last }
  const archived = await tickLog.findSpan(productId, acceptedAt, endMs)
  return { first: archived.first ?? 1, last: archived.last ?? last }
}

/** Splits a span that fits: its two ranges still hold every tick. */
function halves(first: number, last: number): readonly (readonly [number, number])[] {
  const middle = first + Math.floor((last - first) / 2)
  return [
    [first, middle],
    [middle + 1, last],
  ]
}

function spansOf({ first, last }: Span): readonly (readonly [number, number])[] {
  const count = last - first + 1
  if (count <= TICKS_MAX / 2) return [[first, last]]
  if (count <= TICKS_MAX) return halves(first, last)
  return [
    [first, first + TICKS_PER_END - 1],
    [last - TICKS_PER_END + 1, last],
  ]
}

/** The ticks of a span with their proof among the first `size` ticks of the product. */
export async function rangesOf(
  trees: TreeReader,
  productId: number,
  span: Span,
  size: number,
): Promise<{ tickCount: number; ranges: TickRange[] }> {
  if (size === 0 || span.last < span.first) return { tickCount: 0, ranges: [] }
  const ranges = await Promise.all(
    spansOf(span).map(async ([low, high]) => {
      const [leaves, path] = await Promise.all([
        trees.leaves({ tree: productId, from: low - 1, to: high }),
        rangePath(trees.hashesOf(productId), low - 1, high, size),
      ])
      return { ticks: leaves.map(wireTick), path: path.map((hash) => hash.toString('hex')) }
    }),
  )
  return { tickCount: span.last - span.first + 1, ranges }
}
