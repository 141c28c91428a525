import { createHash } from 'node:crypto'
import type { WindowHead, WindowRange } from '../../../../contract/proof'
import type { Database } from '../../database/database'
import { present } from '../../shared/assert'
import { createBatchReads } from '../../shared/batchReads'
import { remember } from '../../shared/cache'
import { type HeadRow, productsOf, readHeads } from '../../signedLogs/heads'
import { readLeaf } from '../../signedLogs/leafFields'
import { HEAD_TREE } from '../../signedLogs/logs'
import { inclusionPath, leafHash, rangePath, rootOf } from '../../signedLogs/merkle'
import { productText } from '../../signedLogs/texts'
import type { TreeReader } from '../../signedLogs/treeReader'
import type { OpenHead } from './openHeads'

/** A window of this many heads is shown whole. */
const SHOWN_MAX = 120
/** A longer window shows this many heads at each end, and a sample of those between. */
const SHOWN_AT_END = 50
const SAMPLES = 16
/** Orders that run at the same time show the same heads: some 2 KB each. */
const HEADS_KEPT = 4_000

const hex = (buffer: Buffer) => buffer.toString('hex')

/** A head's statement about one product, with its place in the head. */
async function windowHeadOf(row: HeadRow, symbol: string, trees: ReadonlyMap<string, number>): Promise<WindowHead> {
  const products = productsOf(row, trees)
  const index = products.findIndex((product) => product.symbol === symbol)
  const { size, throughMs: through, root } = present(products[index], 'a head has the products of its orders')
  const leaves = products.map((product) => leafHash(productText(product)))
  const path = await inclusionPath(async (from, to) => rootOf(leaves, from, to), index, leaves.length)
  const { logs } = readLeaf('head', row.entry)
  return {
    number: row.number,
    at: row.atMs,
    logs,
    size,
    through,
    root: hex(root),
    index,
    count: leaves.length,
    path: path.map(hex),
  }
}

export interface WindowDeps {
  database: Database
  trees: TreeReader
}

/** Numbers of neighboring heads, from the first to the last. */
type Span = readonly [first: number, last: number]

/** Numbers of sampled heads between the ends; whoever makes the log cannot know them before the last head is signed. */
function samplesOf(first: number, total: number, id: string, root: Buffer): number[] {
  const numbers = Array.from({ length: SAMPLES }, (_, nth) => {
    const digest = createHash('sha256')
      .update(`window|1|${id}|${hex(root)}|${nth}`)
      .digest('hex')
    return first + SHOWN_AT_END + (Number.parseInt(digest.slice(0, 12), 16) % (total - 2 * SHOWN_AT_END))
  })
  return [...new Set(numbers)].sort((a, b) => a - b)
}

function spansOf(first: number, last: number, id: string, root: Buffer): Span[] {
  const total = last - first + 1
  if (total <= SHOWN_MAX) return [[first, last]]
  const samples = samplesOf(first, total, id, root)
  return [
    [first, first + SHOWN_AT_END - 1],
    ...samples.map((number): Span => [number, number]),
    [last - SHOWN_AT_END + 1, last],
  ]
}

/** The heads between the acceptance of an order and its end (docs/PROOF_DESIGN.md, "Window"). */
export function createWindows({ database, trees }: WindowDeps) {
  const readRow = createBatchReads((numbers: readonly number[]) => readHeads(database, numbers))
  const known = remember(
    HEADS_KEPT,
    async (_key: string, number: number, symbol: string, products: ReadonlyMap<string, number>) =>
      windowHeadOf(present(await readRow(number), `head ${number} is there`), symbol, products),
  )

  /** The statements of the heads [first, last] about one product. */
  const headsOf = ([first, last]: Span, symbol: string, products: ReadonlyMap<string, number>) =>
    Promise.all(
      Array.from({ length: last - first + 1 }, (_, nth) => {
        const number = first + nth
        return known(`${number} ${symbol}`, number, symbol, products)
      }),
    )

  return {
    /** The number of the first head of [from, to] whose log of the product was complete to the end of the order. */
    async firstComplete([from, to]: Span, symbol: string, endMs: number, products: ReadonlyMap<string, number>) {
      for (let last = to; ; last -= SHOWN_MAX) {
        const first = Math.max(from, last - SHOWN_MAX + 1)
        const heads = await headsOf([first, last], symbol, products)
        const open = heads.findLast(({ through }) => through < endMs)
        if (open) return open.number + 1
        if (first === from) return from
      }
    },

    /** The first head of `span` that is complete up to a time soon after its beginning; undefined if none of the first is. */
    async firstFrom([from, to]: Span, symbol: string, atMs: number, products: ReadonlyMap<string, number>) {
      const heads = await headsOf([from, Math.min(to, from + SHOWN_AT_END - 1)], symbol, products)
      return heads.find(({ through }) => through >= atMs)?.number
    },

    /** The heads of `span`, or a part of many, with their places under `head`. */
    async window([from, to]: Span, order: { id: string; symbol: string }, head: OpenHead): Promise<WindowRange[]> {
      const spans = spansOf(from, to, order.id, head.root)
      return Promise.all(
        spans.map(async ([first, last]) => {
          const [heads, path] = await Promise.all([
            headsOf([first, last], order.symbol, head.products),
            rangePath(trees.hashesOf(HEAD_TREE), first - 1, last, head.wire.number),
          ])
          return { heads, path: path.map(hex) }
        }),
      )
    },
  }
}
