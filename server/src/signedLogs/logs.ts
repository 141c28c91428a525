import type { Queryable } from '../database/database'
import { present } from '../shared/assert'
import type { LogNode } from './merkle'

/** The settlements; a tree with a higher number belongs to the product with that id. */
export const SETTLEMENT_TREE = 0
export const ORDER_TREE = -1
export const KEY_TREE = -2
/** The heads themselves. */
export const HEAD_TREE = -3
/** Feed events: changes in where prices come from, statements of restored logs, and anchors of the audit log. */
export const FEED_TREE = -4

/** The logs that a head contains in addition to those of prices, in the order of their names. */
export const NAMED_LOGS = [
  { name: 'feeds', tree: FEED_TREE },
  { name: 'keys', tree: KEY_TREE },
  { name: 'orders', tree: ORDER_TREE },
  { name: 'settlements', tree: SETTLEMENT_TREE },
] as const
export type LogName = (typeof NAMED_LOGS)[number]['name']

/** Subtrees of 2 ** 8 leaves and more are kept; smaller ones are hashed again from their leaves. */
export const KEPT_LEVEL = 8

export async function writeNodes(database: Queryable, tree: number, nodes: readonly LogNode[]): Promise<void> {
  if (nodes.length === 0) return
  await database.query(
    `insert into log_node (tree, level, position, hash)
       select $1, level, position, hash from unnest($2::smallint[], $3::bigint[], $4::bytea[]) as node (level, position, hash)
     on conflict do nothing`,
    [tree, nodes.map((node) => node.level), nodes.map((node) => node.position), nodes.map((node) => node.hash)],
  )
}

/** A kept subtree: `2 ** level` leaves of a tree, the `position`-th of its level. */
export interface NodePlace {
  tree: number
  level: number
  position: number
}

/** The kept nodes at these places of any trees, in the order given; undefined for one that is not there. */
export async function findNodes(database: Queryable, places: readonly NodePlace[]): Promise<(Buffer | undefined)[]> {
  if (places.length === 0) return []
  const rows = await database.query<{ hash: Buffer | null }>(
    `select node.hash
       from unnest($1::int[], $2::smallint[], $3::bigint[]) with ordinality as wanted (tree, level, position, nth)
       left join log_node node using (tree, level, position) order by wanted.nth`,
    [places.map(({ tree }) => tree), places.map(({ level }) => level), places.map(({ position }) => position)],
  )
  return rows.map(({ hash }) => hash ?? undefined)
}

/** The kept nodes of one tree at these places, in the order given. */
export async function readNodes(
  database: Queryable,
  tree: number,
  places: readonly { level: number; position: number }[],
): Promise<Buffer[]> {
  const found = await findNodes(
    database,
    places.map((place) => ({ tree, ...place })),
  )
  return found.map((hash) => present(hash, `tree ${tree} has the nodes that it should keep`))
}
