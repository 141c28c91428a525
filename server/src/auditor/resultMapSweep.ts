import type { Queryable } from '../database/database'
import { readLatestHead } from '../signedLogs/heads'
import { createResultMap, type NodeRow, readDays, readMinutes } from '../signedLogs/resultMap'
import { DAY_DEPTH, dayOf, MINUTE_DEPTH, type Subtree } from '../signedLogs/resultTrie'
import { FINDINGS_MAX, type Finding, type Sweep } from './sweep'

const differs = (id: number): Finding => ({ kind: 'row_differs', table: 'result_node', id: BigInt(id) })

/**
 * The stored subtrees that differ from the nodes below them. One with later leaves than the head is looked at in the
 * next pass.
 */
function wrongOf(stored: readonly NodeRow[], found: readonly Subtree[], size: number): number[] {
  const wrong = stored.filter(({ leaves, root, last_leaf: last }, nth) => {
    const node = found[nth]?.node
    return last < BigInt(size) && !(node && BigInt(node.count) === leaves && node.hash.equals(root))
  })
  return wrong.map(({ place }) => place)
}

const readNodes = (database: Queryable, depth: number, from: number, to: number) =>
  database.query<NodeRow>(
    'select place, leaves, root, last_leaf from result_node where depth = $1 and place between $2 and $3 order by place',
    [depth, from, to],
  )

/** Whether the newest head has the root over all days. */
async function rootHolds(database: Queryable): Promise<boolean> {
  const map = (await readLatestHead(database))?.logs.results
  if (!map) return true
  const root = await createResultMap({ database }).grow(database, map.size, map.size)
  return root.toString('hex') === map.root
}

/**
 * The map of results under the newest head: each minute has the hash of its leaves, which are those of the settlements
 * log (leavesSweep.ts), each day that of its minutes, and the root that of all days. An id is a minute.
 */
export const resultMapSweep: Sweep = {
  name: 'result_map',
  perSlice: 30,
  grows: false,
  async last(database) {
    const row = await database.first<{ last: bigint | null }>(
      `select max(place)::bigint as last from result_node where depth = ${MINUTE_DEPTH}`,
    )
    return row?.last ?? 0n
  },
  async next(database, from, count) {
    const row = await database.first<{ last: bigint | null }>(
      `select max(place)::bigint as last
         from (select place from result_node where depth = ${MINUTE_DEPTH} and place > $1 order by place limit $2) slice`,
      [from, count],
    )
    return row?.last ?? undefined
  },
  async find(database, from, to) {
    const size = (await readLatestHead(database))?.logs.results?.size ?? 0
    const [first, last] = [Number(from) + 1, Number(to)]
    const minutes = await readNodes(database, MINUTE_DEPTH, first, last)
    const days = await readNodes(database, DAY_DEPTH, dayOf(first), dayOf(last))
    const places = (rows: readonly NodeRow[]) => rows.map(({ place }) => place)
    const wrong = [
      ...wrongOf(minutes, await readMinutes(database, places(minutes), size), size),
      ...wrongOf(days, await readDays(database, places(days), size), size),
    ]
    if (to === (await this.last(database)) && !(await rootHolds(database))) wrong.push(0)
    return wrong.slice(0, FINDINGS_MAX).map(differs)
  },
}
