import { hash } from 'node:crypto'
import type { Queryable } from '../database/database'
import { BoundedMap } from '../shared/cache'
import { madeAtMs } from '../shared/ids'
import { MINUTE_MS } from '../shared/time'
import { SETTLED_TEXT } from './leaves'
import { leafHash } from './merkle'
import {
  addLeaves,
  DAY_DEPTH,
  dayOf,
  firstMinuteOf,
  MINUTE_DEPTH,
  NONE,
  type Node,
  pathTo,
  type ResultLeaf,
  type ResultPlace,
  type Subtree,
  subtreeOf,
  withSubtrees,
} from './resultTrie'

/** The part that stays in memory. */
interface Kept {
  /** Tries of the last heads; each shares with the one before what stayed the same. */
  tries: number
  /** Leaves besides those of the minutes that are used right now: some 400 bytes each. */
  leaves: number
  /** Days with their minutes: up to 1,440 each. */
  days: number
}
const KEPT: Kept = { tries: 40, leaves: 20_000, days: 8 }
/** Leaves that one round trip brings. */
const LEAVES_PER_READ = 5_000
/** Further behind, a trie is read from its stored subtrees instead of being grown. */
const GROWN_MAX = 50_000

interface LeafRow {
  leaf: bigint
  minute: number
  key: Buffer
  text: string
}

const LEAF_COLUMNS = `leaf, minute, key, ${SETTLED_TEXT} as text`

function leafOf({ leaf, minute, key, text }: LeafRow): ResultLeaf {
  // A copy: what the database sent is a part of a larger piece of memory.
  return { kind: 'leaf', count: 1, hash: leafHash(text), last: Number(leaf), minute, key: Buffer.from(key) }
}

/** The leaves [from, to) of the log of settlements, at most `LEAVES_PER_READ`. */
async function readLeaves(source: Queryable, from: number, to: number): Promise<ResultLeaf[]> {
  const rows = await source.query<LeafRow>(
    `select ${LEAF_COLUMNS} from result_leaf where leaf >= $1 and leaf < $2 order by leaf`,
    [from, Math.min(to, from + LEAVES_PER_READ)],
  )
  return rows.map(leafOf)
}

/** The subtrees of minutes in the map over the first `size` settlements. */
export async function readMinutes(source: Queryable, minutes: readonly number[], size: number): Promise<Subtree[]> {
  if (minutes.length === 0) return []
  const rows = await source.query<LeafRow>(
    `select ${LEAF_COLUMNS} from result_leaf where minute = any ($1::int[]) and leaf < $2`,
    [minutes, size],
  )
  const leaves = Map.groupBy(rows.map(leafOf), ({ minute }) => minute)
  return minutes.map((minute) => ({ minute, node: addLeaves(NONE, MINUTE_DEPTH, leaves.get(minute) ?? []) }))
}

/** A stored subtree. */
export interface NodeRow {
  place: number
  leaves: bigint
  root: Buffer
  last_leaf: bigint
}

/**
 * A stored subtree belongs to the newest head. It is also that of an earlier head if it has no later leaf. If it has a
 * single leaf, that leaf is read.
 */
function foldedOf({ leaves, root, last_leaf: last }: NodeRow, size: number): Node | undefined {
  if (last >= BigInt(size) || leaves < 2n) return undefined
  return { kind: 'folded', count: Number(leaves), hash: Buffer.from(root), last: Number(last) }
}

/**
 * The subtrees of days in the map over the first `size` settlements; minutes that are as they are stored stay folded.
 */
export async function readDays(source: Queryable, days: readonly number[], size: number): Promise<Subtree[]> {
  if (days.length === 0) return []
  const rows = await source.query<NodeRow>(
    `select node.place, node.leaves, node.root, node.last_leaf
       from unnest($1::int[]) as first (minute)
       join result_node node on node.depth = ${MINUTE_DEPTH} and node.place between first.minute and first.minute + 1439`,
    [days.map(firstMinuteOf)],
  )
  const stored = rows.map((row) => ({ minute: row.place, node: foldedOf(row, size) }))
  const other = stored.filter(({ node }) => !node).map(({ minute }) => minute)
  const minutes = [
    ...stored.flatMap(({ minute, node }) => (node ? [{ minute, node }] : [])),
    ...(await readMinutes(source, other, size)),
  ]
  const root = withSubtrees(NONE, MINUTE_DEPTH, minutes)
  return days.map((day) => {
    const minute = firstMinuteOf(day)
    return { minute, node: subtreeOf(root, DAY_DEPTH, minute) }
  })
}

/** The whole map over the first `size` settlements; days that are as they are stored stay folded. */
async function readMap(source: Queryable, size: number): Promise<Node> {
  const rows = await source.query<NodeRow>(
    `select place, leaves, root, last_leaf from result_node where depth = ${DAY_DEPTH}`,
  )
  const stored = rows.map((row) => ({ minute: firstMinuteOf(row.place), node: foldedOf(row, size) }))
  const other = stored.filter(({ node }) => !node).map(({ minute }) => dayOf(minute))
  return withSubtrees(NONE, DAY_DEPTH, [
    ...stored.flatMap(({ minute, node }) => (node ? [{ minute, node }] : [])),
    ...(await readDays(source, other, size)),
  ])
}

/** Reads the days and minutes that are folded, among these. */
async function unfolded(source: Queryable, root: Node, minutes: readonly number[], size: number): Promise<Node> {
  const days = [...new Set(minutes.map(dayOf))].filter(
    (day) => subtreeOf(root, DAY_DEPTH, firstMinuteOf(day)).kind === 'folded',
  )
  const opened = withSubtrees(root, DAY_DEPTH, await readDays(source, days, size))
  const folded = minutes.filter((minute) => subtreeOf(opened, MINUTE_DEPTH, minute).kind === 'folded')
  return withSubtrees(opened, MINUTE_DEPTH, await readMinutes(source, folded, size))
}

/** Stores the subtrees of these minutes and of their days, as they are from the head on that is being made. */
async function store(source: Queryable, root: Node, minutes: readonly number[]): Promise<void> {
  const days = [...new Set(minutes.map(dayOf))]
  const nodes = [
    ...minutes.map((place) => ({ depth: MINUTE_DEPTH, place, node: subtreeOf(root, MINUTE_DEPTH, place) })),
    ...days.map((place) => ({ depth: DAY_DEPTH, place, node: subtreeOf(root, DAY_DEPTH, firstMinuteOf(place)) })),
  ]
  await source.query(
    `insert into result_node (depth, place, leaves, root, last_leaf)
       select * from unnest($1::smallint[], $2::int[], $3::bigint[], $4::bytea[], $5::bigint[])
     on conflict (depth, place) do update
       set leaves = excluded.leaves, root = excluded.root, last_leaf = excluded.last_leaf`,
    [
      nodes.map(({ depth }) => depth),
      nodes.map(({ place }) => place),
      nodes.map(({ node }) => node.count),
      nodes.map(({ node }) => node.hash),
      nodes.map(({ node }) => node.last),
    ],
  )
}

const folded = (node: Node): Node =>
  node.count < 2 ? node : { kind: 'folded', count: node.count, hash: node.hash, last: node.last }

/** Keeps the nodes that were used last in memory. */
function createFolding(kept: Kept) {
  /** In the order of use: minutes with their number of leaves, and days. */
  const minutes = new Map<number, number>()
  const days = new Set<number>()
  let leaves = 0

  function forget(minute: number) {
    leaves -= minutes.get(minute) ?? 0
    minutes.delete(minute)
  }

  function use(root: Node, wanted: ReadonlySet<number>) {
    for (const minute of wanted) {
      forget(minute)
      const { count } = subtreeOf(root, MINUTE_DEPTH, minute)
      minutes.set(minute, count)
      leaves += count
      days.delete(dayOf(minute))
      days.add(dayOf(minute))
    }
  }

  /** The same trie without the least recently used nodes beyond the limit. */
  return (root: Node, wanted: ReadonlySet<number>): Node => {
    use(root, wanted)
    const gone: Subtree[] = []
    for (const minute of minutes.keys()) {
      if (leaves <= kept.leaves || wanted.has(minute)) break
      forget(minute)
      if (subtreeOf(root, DAY_DEPTH, minute).kind !== 'folded')
        gone.push({ minute, node: folded(subtreeOf(root, MINUTE_DEPTH, minute)) })
    }
    const lighter = withSubtrees(root, MINUTE_DEPTH, gone)
    const old = [...days].slice(0, -kept.days).map(firstMinuteOf)
    for (const minute of old) days.delete(dayOf(minute))
    if (old.length > 0) for (const minute of minutes.keys()) if (!days.has(dayOf(minute))) forget(minute)
    return withSubtrees(
      lighter,
      DAY_DEPTH,
      old.map((minute) => ({ minute, node: folded(subtreeOf(lighter, DAY_DEPTH, minute)) })),
    )
  }
}

export const resultPlaceOf = (orderId: string): ResultPlace => ({
  minute: Math.floor(madeAtMs(orderId) / MINUTE_MS),
  key: hash('sha256', orderId, 'buffer'),
})

/** The map of results, as heads have it (docs/PROOF_DESIGN.md, "Results"). */
export type ResultMap = ReturnType<typeof createResultMap>

export function createResultMap({ database }: { database: Queryable }, kept = KEPT) {
  const tries = new BoundedMap<number, Node>(kept.tries)
  const fold = createFolding(kept)
  /** The minutes of the last results stay: the next ones need most of them again. */
  let latest: ReadonlySet<number> = new Set()

  /**
   * The stored subtrees are those of the newest head: until all is added, nothing is folded, as what was stored before
   * has less.
   */
  async function grown(source: Queryable, before: Node, from: number, to: number) {
    const touched = new Set<number>()
    let root = before
    for (let done = from; done < to; ) {
      const leaves = await readLeaves(source, done, to)
      if (leaves.length === 0) throw new Error(`the log of settlements lacks leaf ${done}`)
      const groups = Map.groupBy(leaves, ({ minute }) => minute)
      const minutes = [...groups.keys()]
      const opened = await unfolded(source, root, minutes, done)
      const subtrees = [...groups].map(([minute, added]) => ({
        minute,
        node: addLeaves(subtreeOf(opened, MINUTE_DEPTH, minute), MINUTE_DEPTH, added),
      }))
      root = withSubtrees(opened, MINUTE_DEPTH, subtrees)
      for (const minute of minutes) touched.add(minute)
      done += leaves.length
    }
    return { root, touched }
  }

  /** The map of a head with `size` settlements: the one in memory, that of an earlier head grown, or the stored one. */
  async function trieAt(source: Queryable, size: number): Promise<Node> {
    if (size === 0) return NONE
    const known = tries.get(size)
    if (known) return known
    const nearest = Math.max(-1, ...[...tries.keys()].filter((each) => each < size))
    const before = size - nearest <= GROWN_MAX ? tries.get(nearest) : undefined
    if (!before) return readMap(source, size)
    const { root, touched } = await grown(source, before, nearest, size)
    return fold(root, touched)
  }

  return {
    /**
     * Grows the map of a head with `from` settlements to the first `to`, in the transaction that makes the next head.
     * Returns its root.
     */
    async grow(tx: Queryable, from: number, to: number): Promise<Buffer> {
      const { root, touched } = await grown(tx, await trieAt(tx, from), from, to)
      if (touched.size > 0) {
        await store(tx, root, [...touched])
        latest = touched
      }
      // Its content is committed already: it is valid whether this head is made or not.
      tries.set(to, fold(root, latest))
      return root.hash
    },
    /** The entry of the map of a head with `size` settlements at a place, and the path to it from the leaf up. */
    async path(size: number, place: ResultPlace): Promise<{ found: ResultLeaf | undefined; path: Buffer[] }> {
      const root = await unfolded(database, await trieAt(database, size), [place.minute], size)
      tries.set(size, fold(root, new Set([...latest, place.minute])))
      return pathTo(root, place)
    },
  }
}
