import type { Queryable } from '../database/database'
import { FEED_TREE, HEAD_TREE, KEPT_LEVEL, KEY_TREE, ORDER_TREE, SETTLEMENT_TREE } from './logs'
import { tickText } from './texts'

/** Neighboring leaves [from, to) of one tree. */
export interface LeafRange {
  tree: number
  from: number
  to: number
}

/** The leaf of a settlement (docs/PROOF_DESIGN.md, "Results"): the settlement is private, and the log has its hash. */
export const SETTLED_TEXT = `concat_ws('|', 'settled', 1, minute, encode(key, 'hex'), encode(hash, 'hex'))`

interface Stored {
  table: string
  column: string
  /** How much a row's number exceeds that of its leaf. */
  before: number
  text: string
}

/** Where the texts of a log are stored, by its tree. */
const STORED: Record<number, Stored> = {
  [SETTLEMENT_TREE]: { table: 'result_leaf', column: 'leaf', before: 0, text: SETTLED_TEXT },
  [ORDER_TREE]: { table: 'accepted_order', column: 'leaf', before: 0, text: 'entry' },
  [KEY_TREE]: { table: 'key_change', column: 'leaf', before: 0, text: 'entry' },
  [FEED_TREE]: { table: 'feed_event', column: 'leaf', before: 0, text: 'entry' },
  [HEAD_TREE]: { table: 'tree_head', column: 'number', before: 1, text: 'entry' },
}

interface TickRow {
  symbol: string
  sequence: bigint
  at_ms: bigint
  price: string
  size: string
  source: string
  source_at_ms: bigint
  instrument: string
  trade: bigint | null
}

const textOf = (row: TickRow) =>
  tickText({
    symbol: row.symbol,
    sequence: Number(row.sequence),
    atMs: Number(row.at_ms),
    price: row.price,
    size: row.size,
    source: row.source,
    sourceAtMs: Number(row.source_at_ms),
    instrument: row.instrument,
    trade: row.trade === null ? null : Number(row.trade),
  })

/** Texts of the leaves [from, to) of one tree, in order. */
export async function readLeaves(database: Queryable, tree: number, from: number, to: number): Promise<string[]> {
  const stored = STORED[tree]
  if (stored) {
    const { table, column, before, text } = stored
    const rows = await database.query<{ entry: string }>(
      `select ${text} as entry from ${table} where ${column} >= $1 and ${column} < $2 order by ${column}`,
      [from + before, to + before],
    )
    return rows.map(({ entry }) => entry)
  }
  const rows = await database.query<TickRow>(
    `select product.symbol, tick.sequence, tick.at_ms, tick.price::text as price, tick.size::text as size, tick.source,
            tick.source_at_ms, tick.instrument, tick.trade
       from tick join product on product.id = tick.product_id
      where tick.product_id = $1 and tick.sequence > $2 and tick.sequence <= $3 order by tick.sequence`,
    [tree, from, to],
  )
  return rows.map(textOf)
}

/** Leaves of one lookup in the queries below (and tick_ranges.sql): this bound tells the planner that each is small. */
const LOOKUP_MAX = 2 ** KEPT_LEVEL

type Piece = LeafRange & { of: number }

/** Cut to lookups; `of` is the range that a piece belongs to. */
const piecesOf = (ranges: readonly LeafRange[]): Piece[] =>
  ranges.flatMap(({ tree, from, to }, of) =>
    Array.from({ length: Math.ceil((to - from) / LOOKUP_MAX) }, (_, piece) => {
      const first = from + piece * LOOKUP_MAX
      return { of, tree, from: first, to: Math.min(to, first + LOOKUP_MAX) }
    }),
  )

const PIECES_SQL = 'unnest($1::int[], $2::bigint[], $3::bigint[], $4::int[]) as wanted (tree, first, last, of)'

const columnsOf = (pieces: readonly Piece[]) => [
  pieces.map(({ tree }) => tree),
  pieces.map(({ from }) => from),
  pieces.map(({ to }) => to),
  pieces.map(({ of }) => of),
]

const NAMED_SQL = Object.entries(STORED)
  .map(
    ([tree, { table, column, before, text }]) =>
      `(select ${text} as entry, ${column} as place from ${table}
         where wanted.tree = ${tree} and ${column} >= wanted.first + ${before} and ${column} < wanted.last + ${before}
         order by ${column} limit ${LOOKUP_MAX})`,
  )
  .join(' union all ')

async function readNamed(database: Queryable, pieces: readonly Piece[]): Promise<{ of: number; text: string }[]> {
  if (pieces.length === 0) return []
  return database.query<{ of: number; text: string }>(
    `select wanted.of, named.entry as text from ${PIECES_SQL} cross join lateral (${NAMED_SQL}) named
      order by wanted.of, named.place`,
    columnsOf(pieces),
  )
}

async function readTicks(database: Queryable, pieces: readonly Piece[]): Promise<{ of: number; text: string }[]> {
  if (pieces.length === 0) return []
  const rows = await database.query<TickRow & { part: number }>(
    'select * from tick_ranges($1, $2, $3, $4)',
    columnsOf(pieces),
  )
  return rows.map((row) => ({ of: row.part, text: textOf(row) }))
}

/**
 * Texts of the leaves of each range, in order: one query for all named logs and one for all ticks, however many ranges.
 */
export async function readLeafRanges(database: Queryable, ranges: readonly LeafRange[]): Promise<string[][]> {
  const pieces = piecesOf(ranges)
  const isNamed = ({ tree }: Piece) => tree in STORED
  const found = await Promise.all([
    readNamed(database, pieces.filter(isNamed)),
    readTicks(
      database,
      pieces.filter((piece) => !isNamed(piece)),
    ),
  ])
  const texts = ranges.map((): string[] => [])
  for (const { of, text } of found.flat()) texts[of]?.push(text)
  return texts
}
