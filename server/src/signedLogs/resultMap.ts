import { hash } from 'node:crypto'
import type { Queryable } from '../database/database'
import { BoundedMap } from '../shared/cache'
import { madeAtMs } from '../shared/ids'
import { MINUTE_MS } from '../shared/time'
import { SETTLED_TEXT } from './leaves'
import { leafHash } from './merkle'
import {
  addLeaves,
  closed,
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
  withClosed,
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
 * Stored subtrees, closed, in the map over the first `size` settlements. They belong to the newest head: one that has a
 * later leaf since, and one of a single leaf, is read by `read` from what is below.
 */
async function atSize(
  rows: readonly NodeRow[],
  size: number,
  firstMinute: (place: number) => number,
  read: (places: number[]) => Promise<Subtree[]>,
): Promise<Subtree[]> {
  const [asStored, others]: [Subtree[], number[]] = [[], []]
  for (const { place, leaves, root, last_leaf: last } of rows) {
    if (last >= BigInt(size) || leaves < 2n) others.push(place)
    else {
      const node = closed({ count: Number(leaves), hash: Buffer.from(root), last: Number(last) })
      asStored.push({ minute: firstMinute(place), node })
    }
  }
  return [...asStored, ...(await read(others))]
}

/** The subtrees of days in the map over the first `size` settlements; minutes that are as they are stored stay closed. */
export async function readDays(source: Queryable, days: readonly number[], size: number): Promise<Subtree[]> {
  if (days.length === 0) return []
  const rows = await source.query<NodeRow>(
    `select node.place, node.leaves, node.root, node.last_leaf
       from unnest($1::int[]) as first (minute)
       join result_node node on node.depth = ${MINUTE_DEPTH} and node.place between first.minute and first.minute + 1439`,
    [days.map(firstMinuteOf)],
  )
  const minutes = await atSize(
    rows,
    size,
    (minute) => minute,
    (others) => readMinutes(source, others, size),
  )
  const root = withSubtrees(NONE, MINUTE_DEPTH, minutes)
  return days.map(firstMinuteOf).map((minute) => ({ minute, node: subtreeOf(root, DAY_DEPTH, minute) }))
}

/** The whole map over the first `size` settlements; days that are as they are stored stay closed. */
async function readMap(source: Queryable, size: number): Promise<Node> {
  const rows = await source.query<NodeRow>(
    `select place, leaves, root, last_leaf from result_node where depth = ${DAY_DEPTH}`,
  )
  const days = await atSize(rows, size, firstMinuteOf, (others) => readDays(source, others, size))
  return withSubtrees(NONE, DAY_DEPTH, days)
}

/** The same trie with these minutes open: reads those that are closed, and their days. */
async function open(source: Queryable, root: Node, minutes: readonly number[], size: number): Promise<Node> {
  const closedOf = (trie: Node, depth: number, of: readonly number[]) =>
    of.filter((minute) => subtreeOf(trie, depth, minute).kind === 'closed')
  const days = new Set(closedOf(root, DAY_DEPTH, minutes).map(dayOf))
  const withDays = withSubtrees(root, DAY_DEPTH, await readDays(source, [...days], size))
  const wanted = closedOf(withDays, MINUTE_DEPTH, minutes)
  return withSubtrees(withDays, MINUTE_DEPTH, await readMinutes(source, wanted, size))
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

/** Knows which parts of the tries in memory were used last. */
function createTrimmer(kept: Kept) {
  /** In the order of use: minutes with their number of leaves, and days. */
  const minutes = new Map<number, number>()
  const days = new Set<number>()
  let leaves = 0

  function forget(minute: number) {
    leaves -= minutes.get(minute) ?? 0
    minutes.delete(minute)
  }

  function use(root: Node, minute: number) {
    forget(minute)
    const { count } = subtreeOf(root, MINUTE_DEPTH, minute)
    minutes.set(minute, count)
    leaves += count
    days.delete(dayOf(minute))
    days.add(dayOf(minute))
  }

  /** The same trie with the least recently used parts beyond the limits closed; `wanted` are used right now. */
  return function trim(root: Node, wanted: ReadonlySet<number>): Node {
    for (const minute of wanted) use(root, minute)
    const oldMinutes: number[] = []
    for (const minute of minutes.keys()) {
      if (leaves <= kept.leaves || wanted.has(minute)) break
      forget(minute)
      oldMinutes.push(minute)
    }
    const oldDays = [...days].slice(0, -kept.days)
    for (const day of oldDays) days.delete(day)
    if (oldDays.length > 0) for (const minute of minutes.keys()) if (!days.has(dayOf(minute))) forget(minute)
    return withClosed(withClosed(root, MINUTE_DEPTH, oldMinutes), DAY_DEPTH, oldDays.map(firstMinuteOf))
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
  const trim = createTrimmer(kept)
  /** The minutes of the last results stay: the next ones need most of them again. */
  let latest: ReadonlySet<number> = new Set()

  /**
   * Adds the settlements [from, to) to the map before them, and names their minutes. Nothing is closed on the way: the
   * stored subtrees are those of the newest head, and have less.
   */
  async function add(source: Queryable, before: Node, from: number, to: number) {
    const touched = new Set<number>()
    let root = before
    for (let done = from; done < to; ) {
      const leaves = await readLeaves(source, done, to)
      if (leaves.length === 0) throw new Error(`the log of settlements lacks leaf ${done}`)
      const groups = [...Map.groupBy(leaves, ({ minute }) => minute)]
      const opened = await open(
        source,
        root,
        groups.map(([minute]) => minute),
        done,
      )
      const subtrees = groups.map(([minute, added]) => ({
        minute,
        node: addLeaves(subtreeOf(opened, MINUTE_DEPTH, minute), MINUTE_DEPTH, added),
      }))
      root = withSubtrees(opened, MINUTE_DEPTH, subtrees)
      for (const [minute] of groups) touched.add(minute)
      done += leaves.length
    }
    return { root, touched }
  }

  /** The map of a head with `size` settlements: the one in memory, that of an earlier head with the rest, or the stored one. */
  async function mapOf(source: Queryable, size: number): Promise<Node> {
    if (size === 0) return NONE
    const known = tries.get(size)
    if (known) return known
    const nearest = Math.max(-1, ...[...tries.keys()].filter((each) => each < size))
    const before = size - nearest <= GROWN_MAX ? tries.get(nearest) : undefined
    if (!before) return readMap(source, size)
    const { root, touched } = await add(source, before, nearest, size)
    return trim(root, touched)
  }

  return {
    /**
     * Grows the map of a head with `from` settlements to the first `to`, in the transaction that makes the next head.
     * Returns its root.
     */
    async grow(tx: Queryable, from: number, to: number): Promise<Buffer> {
      const { root, touched } = await add(tx, await mapOf(tx, from), from, to)
      if (touched.size > 0) {
        await store(tx, root, [...touched])
        latest = touched
      }
      // Its content is committed already: it is valid whether this head is made or not.
      tries.set(to, trim(root, latest))
      return root.hash
    },
    /** The entry of the map of a head with `size` settlements at a place, and the path to it from the leaf up. */
    async path(size: number, place: ResultPlace): Promise<{ found: ResultLeaf | undefined; path: Buffer[] }> {
      const root = await open(database, await mapOf(database, size), [place.minute], size)
      tries.set(size, trim(root, new Set([...latest, place.minute])))
      return pathTo(root, place)
    },
  }
}
