import type { Queryable } from '../database/database'
import { present } from '../shared/assert'
import { type LogNode, leafHash, nodeHash, rootOf, type SubtreeHash, splitOf } from './merkle'
import { tickText } from './texts'

/** The settlements; a tree of a higher number is the product of that id. */
export const SETTLEMENT_TREE = 0
export const ORDER_TREE = -1
export const KEY_TREE = -2
/** The heads themselves. */
export const HEAD_TREE = -3
/** What changed about where prices come from. */
export const FEED_TREE = -4

/** The logs that a head holds beside those of prices, in the order of their names. */
export const NAMED_LOGS = [
  { name: 'feeds', tree: FEED_TREE },
  { name: 'keys', tree: KEY_TREE },
  { name: 'orders', tree: ORDER_TREE },
  { name: 'settlements', tree: SETTLEMENT_TREE },
] as const
export type LogName = (typeof NAMED_LOGS)[number]['name']

/** Leaves of the logs whose texts are stored. */
const LEAVES_SQL: Record<number, string> = {
  [SETTLEMENT_TREE]: 'select entry from settlement where leaf >= $1 and leaf < $2 order by leaf',
  [ORDER_TREE]: 'select entry from accepted_order where leaf >= $1 and leaf < $2 order by leaf',
  [KEY_TREE]: 'select entry from key_change where leaf >= $1 and leaf < $2 order by leaf',
  [FEED_TREE]: 'select entry from feed_event where leaf >= $1 and leaf < $2 order by leaf',
  [HEAD_TREE]: 'select entry from tree_head where number > $1 and number <= $2 order by number',
}
/** Subtrees of 2 ** 8 leaves and more are kept; smaller ones are hashed again from their leaves. */
export const KEPT_LEVEL = 8
const KEPT_WIDTH = 2 ** KEPT_LEVEL

/** Texts of the leaves [from, to) of one tree, in order. */
export async function readLeaves(database: Queryable, tree: number, from: number, to: number): Promise<string[]> {
  const sql = LEAVES_SQL[tree]
  if (sql !== undefined) {
    const rows = await database.query<{ entry: string }>(sql, [from, to])
    return rows.map((row) => row.entry)
  }
  const rows = await database.query<{
    symbol: string
    sequence: bigint
    at_ms: bigint
    price: string
    size: string
    source: string
    source_at_ms: bigint
    instrument: string
    trade: bigint | null
  }>(
    `select p.symbol, t.sequence, t.at_ms, t.price::text as price, t.size::text as size, t.source, t.source_at_ms,
            t.instrument, t.trade
       from tick t join product p on p.id = t.product_id
      where t.product_id = $1 and t.sequence > $2 and t.sequence <= $3 order by t.sequence`,
    [tree, from, to],
  )
  return rows.map((row) =>
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
    }),
  )
}

export async function writeNodes(database: Queryable, tree: number, nodes: readonly LogNode[]): Promise<void> {
  if (nodes.length === 0) return
  await database.query(
    `insert into log_node (tree, level, position, hash)
       select $1, level, position, hash from unnest($2::smallint[], $3::bigint[], $4::bytea[]) as n (level, position, hash)
     on conflict do nothing`,
    [tree, nodes.map((node) => node.level), nodes.map((node) => node.position), nodes.map((node) => node.hash)],
  )
}

/** The kept nodes at these places, in the order given. */
export async function readNodes(
  database: Queryable,
  tree: number,
  places: readonly { level: number; position: number }[],
): Promise<Buffer[]> {
  if (places.length === 0) return []
  const rows = await database.query<{ hash: Buffer }>(
    `select n.hash from unnest($2::smallint[], $3::bigint[]) with ordinality as w (level, position, o)
       join log_node n on n.tree = $1 and n.level = w.level and n.position = w.position order by w.o`,
    [tree, places.map((place) => place.level), places.map((place) => place.position)],
  )
  if (rows.length !== places.length) throw new Error(`tree ${tree} lacks nodes that it should keep`)
  return rows.map((row) => row.hash)
}

async function readNode(database: Queryable, tree: number, level: number, position: number) {
  const rows = await database.query<{ hash: Buffer }>(
    'select hash from log_node where tree = $1 and level = $2 and position = $3',
    [tree, level, position],
  )
  return rows[0]?.hash
}

/**
 * Hashes of subtrees of one tree, from kept nodes where they are complete and from leaves at the bottom. `leavesOf` reads
 * those.
 */
export function createSubtreeHash(database: Queryable, tree: number, leavesOf = readLeaves): SubtreeHash {
  const known = new Map<string, Buffer>()
  const hashOf = async (from: number, to: number): Promise<Buffer> => {
    const key = `${from}-${to}`
    const hash = known.get(key) ?? (await compute(from, to))
    known.set(key, hash)
    return hash
  }
  async function compute(from: number, to: number): Promise<Buffer> {
    const width = to - from
    if (width <= KEPT_WIDTH) {
      const leaves = (await leavesOf(database, tree, from, to)).map(leafHash)
      if (leaves.length !== width) throw new Error(`tree ${tree} lacks leaves between ${from} and ${to}`)
      return rootOf(leaves)
    }
    const level = Math.log2(width)
    if (Number.isInteger(level) && from % width === 0) {
      const hash = await readNode(database, tree, level, from / width)
      return present(hash, `tree ${tree} has node ${from / width} of level ${level}`)
    }
    const middle = from + splitOf(width)
    return nodeHash(await hashOf(from, middle), await hashOf(middle, to))
  }
  return hashOf
}
