import type { Queryable, Tx } from '../database/database'
import { present } from '../shared/assert'
import type { ProductState } from './texts'

/** A state of all logs: a leaf of the log of heads. */
export interface HeadRow {
  number: number
  atMs: number
  /** Symbol to number of ticks. */
  sizes: Record<string, number>
  /** Symbol to the time up to which its log was complete. */
  throughs: Record<string, number>
  /** 32 bytes per product, in the order of the symbols. */
  roots: Buffer
  /** Name of a log to its state. */
  logs: Record<string, { size: number; root: string }>
  entry: string
  /** Root of the log of heads up to this one. */
  logRoot: Buffer
}

/** Guards the making of heads across processes. */
const HEAD_LOCK = 4_207_002
const HASH_BYTES = 32

/** Holds the heads until the transaction ends: nothing joins a log in between. */
export const lockHeads = (tx: Tx) => tx.query('select pg_advisory_xact_lock($1)', [HEAD_LOCK])

interface StoredHead {
  number: bigint
  at_ms: bigint
  sizes: Record<string, number>
  throughs: Record<string, number>
  roots: Buffer
  logs: HeadRow['logs']
  entry: string
  log_root: Buffer
}

function toHead(row: StoredHead): HeadRow {
  return {
    number: Number(row.number),
    atMs: Number(row.at_ms),
    sizes: row.sizes,
    throughs: row.throughs,
    roots: row.roots,
    logs: row.logs,
    entry: row.entry,
    logRoot: row.log_root,
  }
}

/** Heads by their numbers, in that order; undefined for one that is not there. */
export async function readHeads(database: Queryable, numbers: readonly number[]): Promise<(HeadRow | undefined)[]> {
  const rows = await database.query<StoredHead>('select * from tree_head where number = any ($1::bigint[])', [numbers])
  const found = new Map(rows.map((row) => [Number(row.number), toHead(row)]))
  return numbers.map((number) => found.get(number))
}

export async function readLatestHead(database: Queryable): Promise<HeadRow | undefined> {
  const row = await database.first<StoredHead>('select * from tree_head order by number desc limit 1')
  return row && toHead(row)
}

export async function insertHead(tx: Tx, head: HeadRow): Promise<void> {
  await tx.query(
    `insert into tree_head (number, at_ms, sizes, throughs, roots, logs, entry, log_root)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      head.number,
      head.atMs,
      JSON.stringify(head.sizes),
      JSON.stringify(head.throughs),
      head.roots,
      JSON.stringify(head.logs),
      head.entry,
      head.logRoot,
    ],
  )
}

/** Numbers of products, which are those of their trees, by symbol. */
export async function readProductTrees(database: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ id: number; symbol: string }>('select id, symbol from product')
  return new Map(rows.map(({ id, symbol }) => [symbol, id]))
}

/** The products of a head as it has them, in the order of the symbols, regardless of their later ticks. */
export function productsOf(head: HeadRow, trees: ReadonlyMap<string, number>): (ProductState & { tree: number })[] {
  const symbols = Object.keys(head.sizes).sort()
  if (head.roots.length !== symbols.length * HASH_BYTES) throw new Error(`head ${head.number} lacks roots of products`)
  return symbols.map((symbol, index) => ({
    tree: present(trees.get(symbol), 'a product stays in the log'),
    symbol,
    size: head.sizes[symbol] ?? 0,
    throughMs: head.throughs[symbol] ?? 0,
    root: head.roots.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  }))
}
