import type { Database, Queryable, Tx } from '../database/database'
import { present } from '../shared/assert'
import type { Clock } from '../shared/clock'
import { KEPT_LEVEL, readLeaves, readNodes, SETTLEMENT_TREE, writeNodes } from './logs'
import { EMPTY_ROOT, Frontier, type LogNode, leafHash, peaksOf, rootOf } from './merkle'
import type { Signer } from './signer'
import { headHash, headText, type ProductState, productText } from './texts'

/** A signed state of all trees. */
export interface HeadRow {
  number: number
  atMs: number
  /** Symbol to number of ticks. */
  sizes: Record<string, number>
  /** Symbol to the time up to which its log was complete. */
  throughs: Record<string, number>
  /** 32 bytes a product, in the order of the symbols. */
  roots: Buffer
  marketRoot: Buffer
  settlementSize: number
  settlementRoot: Buffer
  previous: Buffer
  hash: Buffer
  signature: Buffer
  publicKey: Buffer
}

/** Leaves that one round trip brings. */
const LEAVES_PER_BATCH = 5_000
/** Guards the making of heads across processes. */
const HEAD_LOCK = 4_207_002
const HASH_BYTES = 32
const NO_HASH = Buffer.alloc(HASH_BYTES)

interface TreeState {
  tree: number
  size: number
}

interface ProductTreeState extends TreeState {
  symbol: string
  throughMs: number
}

interface StoredHead {
  number: bigint
  at_ms: bigint
  sizes: Record<string, number>
  throughs: Record<string, number>
  roots: Buffer
  market_root: Buffer
  settlement_size: bigint
  settlement_root: Buffer
  previous: Buffer
  hash: Buffer
  signature: Buffer
  public_key: Buffer
}

function toHead(row: StoredHead): HeadRow {
  return {
    number: Number(row.number),
    atMs: Number(row.at_ms),
    sizes: row.sizes,
    throughs: row.throughs,
    roots: row.roots,
    marketRoot: row.market_root,
    settlementSize: Number(row.settlement_size),
    settlementRoot: row.settlement_root,
    previous: row.previous,
    hash: row.hash,
    signature: row.signature,
    publicKey: row.public_key,
  }
}

export async function readHead(database: Queryable, number: number): Promise<HeadRow | undefined> {
  const rows = await database.query<StoredHead & Record<string, unknown>>('select * from tree_head where number = $1', [
    number,
  ])
  return rows[0] && toHead(rows[0])
}

export async function readLatestHead(database: Queryable): Promise<HeadRow | undefined> {
  const rows = await database.query<StoredHead & Record<string, unknown>>(
    'select * from tree_head order by number desc limit 1',
  )
  return rows[0] && toHead(rows[0])
}

/** The committed sizes of all trees. Sequences have no gaps, so the last one is the size. */
async function readSizes(tx: Queryable): Promise<{ products: ProductTreeState[]; settlements: TreeState }> {
  const products = await tx.query<{ id: number; symbol: string; sequence: bigint; through_ms: bigint }>(
    `select p.id, p.symbol, h.sequence, h.through_ms from product p join tick_head h on h.product_id = p.id
      order by p.symbol collate "C"`,
  )
  const rows = await tx.query<{ size: bigint }>('select size from settlement_log')
  return {
    products: products.map(({ id, symbol, sequence, through_ms: throughMs }) => ({
      tree: id,
      symbol,
      size: Number(sequence),
      throughMs: Number(throughMs),
    })),
    settlements: { tree: SETTLEMENT_TREE, size: Number(rows[0]?.size ?? 0n) },
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

async function growTo(tx: Queryable, frontier: Frontier, { tree, size }: TreeState): Promise<void> {
  const nodes: LogNode[] = []
  while (frontier.size < size) {
    const to = Math.min(size, frontier.size + LEAVES_PER_BATCH)
    const leaves = await readLeaves(tx, tree, frontier.size, to)
    if (leaves.length === 0) throw new Error(`tree ${tree} lacks leaf ${frontier.size}`)
    for (const text of leaves) {
      frontier.append(leafHash(text), (node) => {
        if (node.level >= KEPT_LEVEL) nodes.push(node)
      })
    }
  }
  await writeNodes(tx, tree, nodes)
}

export interface HeadMaker {
  /**
   * A head that covers everything that is committed now: the newest one where nothing was added to it, else a new one. One that
   * any node made within the last `youngMs` will do.
   */
  seal(youngMs?: number): Promise<HeadRow>
  /** As `seal`, but also where nothing was added, once the newest head is older than `maxAgeMs`. */
  renew(maxAgeMs: number): Promise<HeadRow>
}

/** Makes tree heads. Several processes may: a lock in the database lets one at a time, each continues from the newest. */
export function createHeadMaker(deps: { database: Database; clock: Clock; signer: Signer }): HeadMaker {
  const { database, clock, signer } = deps
  /** Copies are grown, and take the place of these only when their head is committed. */
  let frontiers = new Map<number, Frontier>()
  let making: Promise<unknown> = Promise.resolve()

  async function frontierAt(tx: Queryable, tree: number, size: number): Promise<Frontier> {
    const known = frontiers.get(tree)
    return known && known.size <= size ? known.clone() : loadFrontier(tx, tree, size)
  }

  async function make(
    tx: Tx,
    maxAgeMs: number,
    youngMs: number,
  ): Promise<{ head: HeadRow; grown: Map<number, Frontier> }> {
    await tx.query('select pg_advisory_xact_lock($1)', [HEAD_LOCK])
    const last = await readLatestHead(tx)
    // Nodes' clocks differ: one that is far ahead must not hold up the heads of all.
    if (last && Math.abs(clock.now() - last.atMs) < youngMs) return { head: last, grown: new Map() }
    const { products, settlements } = await readSizes(tx)
    const added =
      settlements.size !== last?.settlementSize ||
      products.some(({ symbol, size, throughMs }) => size !== last.sizes[symbol] || throughMs !== last.throughs[symbol])
    const now = clock.now()
    if (last && !added && now - last.atMs < maxAgeMs) return { head: last, grown: new Map() }

    const grown = new Map<number, Frontier>()
    const known = new Map(products.map(({ tree, symbol }) => [tree, last?.sizes[symbol]]))
    for (const state of [...products, settlements]) {
      const before = state.tree === SETTLEMENT_TREE ? last?.settlementSize : known.get(state.tree)
      const frontier = await frontierAt(tx, state.tree, before ?? 0)
      await growTo(tx, frontier, state)
      grown.set(state.tree, frontier)
    }
    const rootAt = (tree: number) => grown.get(tree)?.root() ?? EMPTY_ROOT
    const states: ProductState[] = products.map(({ tree, ...state }) => ({ ...state, root: rootAt(tree) }))
    const facts = {
      number: (last?.number ?? 0) + 1,
      atMs: Math.max(now, (last?.atMs ?? 0) + 1),
      marketRoot: rootOf(states.map((state) => leafHash(productText(state)))),
      settlementSize: settlements.size,
      settlementRoot: rootAt(SETTLEMENT_TREE),
      previous: last?.hash ?? NO_HASH,
    }
    const text = headText(facts)
    const head: HeadRow = {
      ...facts,
      sizes: Object.fromEntries(products.map(({ symbol, size }) => [symbol, size])),
      throughs: Object.fromEntries(products.map(({ symbol, throughMs }) => [symbol, throughMs])),
      roots: Buffer.concat(states.map(({ root }) => root)),
      hash: headHash(text),
      signature: signer.sign(text),
      publicKey: signer.publicKey,
    }
    await insertHead(tx, head)
    return { head, grown }
  }

  /** One at a time in this process, too: the frontiers are shared. */
  function enqueue(maxAgeMs: number, youngMs = 0): Promise<HeadRow> {
    const next = making.then(async () => {
      const { head, grown } = await database.withTransaction((tx) => make(tx, maxAgeMs, youngMs))
      frontiers = new Map([...frontiers, ...grown])
      return head
    })
    making = next.catch(() => undefined)
    return next
  }

  return {
    seal: (youngMs) => enqueue(Number.POSITIVE_INFINITY, youngMs),
    renew: (maxAgeMs) => enqueue(maxAgeMs),
  }
}

async function insertHead(tx: Tx, head: HeadRow): Promise<void> {
  await tx.query(
    `insert into tree_head (number, at_ms, sizes, market_root, settlement_size, settlement_root, previous, hash, signature,
                            public_key, throughs, roots)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      head.number,
      head.atMs,
      JSON.stringify(head.sizes),
      head.marketRoot,
      head.settlementSize,
      head.settlementRoot,
      head.previous,
      head.hash,
      head.signature,
      head.publicKey,
      JSON.stringify(head.throughs),
      head.roots,
    ],
  )
}

/** The products of a head as it signed them, in the order of the symbols, whatever became of their ticks since. */
export async function productsOf(database: Queryable, head: HeadRow): Promise<(ProductState & { tree: number })[]> {
  const symbols = Object.keys(head.sizes).sort()
  if (head.roots.length !== symbols.length * HASH_BYTES) throw new Error(`head ${head.number} lacks roots of products`)
  const rows = await database.query<{ id: number; symbol: string }>(
    'select id, symbol from product where symbol = any ($1)',
    [symbols],
  )
  const trees = new Map(rows.map(({ id, symbol }) => [symbol, id]))
  return symbols.map((symbol, index) => ({
    tree: present(trees.get(symbol), 'a product stays in the log'),
    symbol,
    size: head.sizes[symbol] ?? 0,
    throughMs: head.throughs[symbol] ?? 0,
    root: head.roots.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  }))
}
