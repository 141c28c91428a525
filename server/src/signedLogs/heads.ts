import type { Database, Queryable, Tx } from '../database/database'
import { present } from '../shared/assert'
import type { Clock } from '../shared/clock'
import { readLeaves } from './leaves'
import { HEAD_TREE, KEPT_LEVEL, type LogName, NAMED_LOGS, readNodes, writeNodes } from './logs'
import { EMPTY_ROOT, Frontier, type LogNode, leafHash, peaksOf, rootOf } from './merkle'
import type { ResultMap } from './resultMap'
import { headText, type LogState, logText, type ProductState, productText } from './texts'

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

/** Leaves that one round trip brings. */
const LEAVES_PER_BATCH = 5_000
/** Guards the making of heads across processes. */
const HEAD_LOCK = 4_207_002
const HASH_BYTES = 32

/** Holds the heads until the transaction ends: nothing joins a log in between. */
export const lockHeads = (tx: Tx) => tx.query('select pg_advisory_xact_lock($1)', [HEAD_LOCK])

interface TreeState {
  tree: number
  size: number
}

interface ProductTreeState extends TreeState {
  symbol: string
  throughMs: number
}

interface LogTreeState extends TreeState {
  name: string
}

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

/** Heads by their numbers, in that order, in the database or in the archive; undefined for one that is not there. */
export async function readHeads(
  database: Queryable,
  numbers: readonly number[],
  archived: (number: number) => Promise<string | undefined>,
): Promise<(HeadRow | undefined)[]> {
  const rows = await database.query<StoredHead>('select * from tree_head where number = any ($1::bigint[])', [numbers])
  const found = new Map(rows.map((row) => [Number(row.number), toHead(row)]))
  const missing = numbers.filter((number) => !found.has(number))
  const lines = (await Promise.all(missing.map(archived))).filter((line) => line !== undefined)
  const old = lines.length === 0 ? [] : await readStoredHeads(database, lines)
  for (const row of old) found.set(Number(row.number), toHead(row))
  return numbers.map((number) => found.get(number))
}

const readStoredHeads = (database: Queryable, lines: readonly string[]) =>
  database.query<StoredHead>(
    `select head.* from unnest($1::text[]) as archived (line)
      cross join lateral jsonb_populate_record(null::tree_head, archived.line::jsonb) head`,
    [lines],
  )

export async function readLatestHead(database: Queryable): Promise<HeadRow | undefined> {
  const row = await database.first<StoredHead>('select * from tree_head order by number desc limit 1')
  return row && toHead(row)
}

/**
 * The sizes of all trees under head `number`, which takes in the orders that no head holds. Sequences have no gaps. A product has
 * the ticks up to its watermark: exactly those that come after it are later than `through`. `atMs` is the latest time in any of
 * it, which the clock of another node may have said.
 */
async function readStates(
  tx: Queryable,
  number: number,
  nowMs: number,
): Promise<{ products: ProductTreeState[]; logs: LogTreeState[]; atMs: number }> {
  const products = await tx.query<{ id: number; symbol: string; sequence: bigint; through_ms: bigint }>(
    `select product.id, product.symbol, head.through_ms,
            case when head.at_ms <= head.through_ms then head.sequence
                 else head.sequence - (select count(*) from tick
                                        where tick.product_id = product.id and tick.at_ms > head.through_ms) end as sequence
       from product join tick_head head on head.product_id = product.id
      order by product.symbol collate "C"`,
  )
  const rows = await tx.query<Record<LogName, bigint> & { accepted_at_ms: bigint | null; closed_at_ms: bigint }>(
    `select log_orders($1, $2) as orders, log.size as settlements, log.closed_at_ms,
            (select max(accepted_at_ms) from trade_order where status = order_pending()) as accepted_at_ms,
            (select coalesce(max(leaf) + 1, 0) from key_change) as keys,
            (select coalesce(max(leaf) + 1, 0) from feed_event) as feeds
       from settlement_log log`,
    [number, nowMs],
  )
  const [row] = rows
  const times = [row?.accepted_at_ms, row?.closed_at_ms, ...products.map((product) => product.through_ms)]
  return {
    atMs: Math.max(...times.map((time) => Number(time ?? 0))),
    products: products.map(({ id, symbol, sequence, through_ms: throughMs }) => ({
      tree: id,
      symbol,
      size: Number(sequence),
      throughMs: Number(throughMs),
    })),
    logs: NAMED_LOGS.map(({ name, tree }) => ({ tree, name, size: Number(row?.[name] ?? 0n) })),
  }
}

/** The state of a tree at `size`, from the nodes that are kept; the last few leaves are hashed again. */
async function loadFrontier(tx: Queryable, tree: number, size: number): Promise<Frontier> {
  const width = 2 ** KEPT_LEVEL
  const kept = Math.floor(size / width) * width
  const places = peaksOf(kept)
  const hashes = await readNodes(tx, tree, places)
  const frontier = new Frontier(
    kept,
    places.map(({ level }, index) => ({ level, hash: present(hashes[index], 'a hash for each place') })),
  )
  const leaves = await readLeaves(tx, tree, kept, size)
  // A tree of fewer leaves has another root, which would be signed.
  if (leaves.length !== size - kept) throw new Error(`tree ${tree} lacks leaves between ${kept} and ${size}`)
  for (const text of leaves) frontier.append(leafHash(text), () => undefined)
  return frontier
}

async function append(tx: Queryable, frontier: Frontier, tree: number, leaves: readonly string[]): Promise<void> {
  const nodes: LogNode[] = []
  for (const text of leaves) {
    frontier.append(leafHash(text), (node) => {
      if (node.level >= KEPT_LEVEL) nodes.push(node)
    })
  }
  await writeNodes(tx, tree, nodes)
}

async function growTo(tx: Queryable, frontier: Frontier, { tree, size }: TreeState): Promise<void> {
  while (frontier.size < size) {
    const leaves = await readLeaves(tx, tree, frontier.size, Math.min(size, frontier.size + LEAVES_PER_BATCH))
    if (leaves.length === 0) throw new Error(`tree ${tree} lacks leaf ${frontier.size}`)
    await append(tx, frontier, tree, leaves)
  }
}

type States = Awaited<ReturnType<typeof readStates>>

const hasGrown = (last: HeadRow, { products, logs }: States): boolean =>
  logs.some(({ name, size }) => size !== last.logs[name]?.size) ||
  products.some(({ symbol, size, throughMs }) => size !== last.sizes[symbol] || throughMs !== last.throughs[symbol])

/** A head with what it says of the logs, and its leaf. */
function factsOf(number: number, atMs: number, states: States, results: LogState, rootAt: (tree: number) => Buffer) {
  const products = states.products.map(({ tree, ...state }) => ({ ...state, root: rootAt(tree) }))
  const trees = states.logs.map(({ tree, ...state }) => ({ ...state, root: rootAt(tree) }))
  const logs = [...trees, results].sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    number,
    atMs,
    sizes: Object.fromEntries(products.map(({ symbol, size }) => [symbol, size])),
    throughs: Object.fromEntries(products.map(({ symbol, throughMs }) => [symbol, throughMs])),
    roots: Buffer.concat(products.map(({ root }) => root)),
    logs: Object.fromEntries(logs.map(({ name, size, root }) => [name, { size, root: root.toString('hex') }])),
    entry: headText({
      number,
      atMs,
      products: rootOf(products.map((state) => leafHash(productText(state)))),
      logs: rootOf(logs.map((state) => leafHash(logText(state)))),
    }),
  }
}

export interface HeadMaker {
  /**
   * A head that covers everything committed by now: the newest one if nothing was added since, else a new one. One
   * that any node made within the last `youngMs` will do.
   */
  seal(youngMs?: number): Promise<HeadRow>
  /** The newest head that this process has seen being made, and when that was. */
  newest(): { row: HeadRow; atMs: number } | undefined
  /** As `seal`, but also if nothing was added, once the newest head is older than `maxAgeMs`. */
  renew(maxAgeMs: number): Promise<HeadRow>
}

/** Makes tree heads. Several processes may: a lock in the database lets one at a time, each continues from the newest. */
export function createHeadMaker(deps: {
  database: Database
  clock: Clock
  results: Pick<ResultMap, 'grow'>
}): HeadMaker {
  const { database, clock, results } = deps
  /** Copies are grown, and take the place of these only when their head is committed. */
  let frontiers = new Map<number, Frontier>()
  let making: Promise<unknown> = Promise.resolve()
  let newest: ReturnType<HeadMaker['newest']>

  async function frontierAt(tx: Queryable, tree: number, size: number): Promise<Frontier> {
    const known = frontiers.get(tree)
    return known && known.size <= size ? known.clone() : loadFrontier(tx, tree, size)
  }

  async function make(
    tx: Tx,
    maxAgeMs: number,
    youngMs: number,
  ): Promise<{ head: HeadRow; grown: Map<number, Frontier> }> {
    await lockHeads(tx)
    const last = await readLatestHead(tx)
    // Nodes' clocks differ: one that is far ahead must not hold up the heads of all.
    if (last && Math.abs(clock.now() - last.atMs) < youngMs) return { head: last, grown: new Map() }
    const number = (last?.number ?? 0) + 1
    const now = clock.now()
    const states = await readStates(tx, number, now)
    if (last && !hasGrown(last, states) && now - last.atMs < maxAgeMs) return { head: last, grown: new Map() }

    const grown = new Map<number, Frontier>()
    for (const state of [...states.products, ...states.logs]) {
      const known = 'symbol' in state ? last?.sizes[state.symbol] : last?.logs[state.name]?.size
      const frontier = await frontierAt(tx, state.tree, known ?? 0)
      await growTo(tx, frontier, state)
      grown.set(state.tree, frontier)
    }
    const rootAt = (tree: number) => grown.get(tree)?.root() ?? EMPTY_ROOT
    const settled = states.logs.find(({ name }) => name === 'settlements')?.size ?? 0
    const root = await results.grow(tx, last?.logs.results?.size ?? 0, settled)
    // No head is older than what it holds.
    const atMs = Math.max(now, (last?.atMs ?? 0) + 1, states.atMs)
    const facts = factsOf(number, atMs, states, { name: 'results', size: settled, root }, rootAt)
    const heads = await frontierAt(tx, HEAD_TREE, number - 1)
    // Other processes have made heads since this one made its last.
    await growTo(tx, heads, { tree: HEAD_TREE, size: number - 1 })
    await append(tx, heads, HEAD_TREE, [facts.entry])
    grown.set(HEAD_TREE, heads)
    const head: HeadRow = { ...facts, logRoot: heads.root() }
    await insertHead(tx, head)
    return { head, grown }
  }

  /** One at a time in this process, too: the frontiers are shared. */
  function enqueue(maxAgeMs: number, youngMs = 0): Promise<HeadRow> {
    const next = making.then(async () => {
      const { head, grown } = await database.withTransaction((tx) => make(tx, maxAgeMs, youngMs))
      frontiers = new Map([...frontiers, ...grown])
      newest = { row: head, atMs: clock.now() }
      return head
    })
    making = next.catch(() => undefined)
    return next
  }

  return {
    seal: (youngMs) => enqueue(Number.POSITIVE_INFINITY, youngMs),
    renew: (maxAgeMs) => enqueue(maxAgeMs),
    newest: () => newest,
  }
}

async function insertHead(tx: Tx, head: HeadRow): Promise<void> {
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
