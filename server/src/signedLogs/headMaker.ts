import type { Database, Queryable, Tx } from '../database/database'
import type { Clock } from '../shared/clock'
import { type HeadRow, insertHead, lockHeads, readLatestHead } from './heads'
import { HEAD_TREE, type LogName, NAMED_LOGS } from './logs'
import { EMPTY_ROOT, type Frontier, leafHash, rootOf } from './merkle'
import type { ResultMap } from './resultMap'
import { headText, type LogState, logText, productText } from './texts'
import { append, growTo, loadFrontier, type TreeState } from './treeGrowth'

interface ProductTreeState extends TreeState {
  symbol: string
  throughMs: number
}

interface LogTreeState extends TreeState {
  name: string
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
  const rows = await tx.query<Record<LogName, bigint> & { closed_at_ms: bigint }>(
    `select log_orders($1, $2) as orders, log.size as settlements, log.closed_at_ms,
            (select coalesce(max(leaf) + 1, 0) from key_change) as keys,
            (select coalesce(max(leaf) + 1, 0) from feed_event) as feeds
       from settlement_log log`,
    [number, nowMs],
  )
  const [row] = rows
  const times = [row?.closed_at_ms, ...products.map((product) => product.through_ms)]
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

type States = Awaited<ReturnType<typeof readStates>>

/** How many leaves of a tree a head covers; undefined for a tree that is newer. */
const sizeIn = (head: HeadRow, state: ProductTreeState | LogTreeState): number | undefined =>
  'symbol' in state ? head.sizes[state.symbol] : head.logs[state.name]?.size

const hasGrown = (last: HeadRow, { products, logs }: States): boolean =>
  [...logs, ...products].some((state) => state.size !== sizeIn(last, state)) ||
  products.some(({ symbol, throughMs }) => throughMs !== last.throughs[symbol])

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

  /** The trees of products and logs, grown from where the last head has them. */
  async function growTrees(tx: Tx, last: HeadRow | undefined, { products, logs }: States) {
    const grown = new Map<number, Frontier>()
    for (const state of [...products, ...logs]) {
      const frontier = await frontierAt(tx, state.tree, (last && sizeIn(last, state)) ?? 0)
      await growTo(tx, frontier, state)
      grown.set(state.tree, frontier)
    }
    return grown
  }

  /** The log of heads with one leaf more, which is the last. */
  async function growHeads(tx: Tx, number: number, entry: string): Promise<Frontier> {
    const heads = await frontierAt(tx, HEAD_TREE, number - 1)
    // Other processes have made heads since this one made its last.
    await growTo(tx, heads, { tree: HEAD_TREE, size: number - 1 })
    await append(tx, heads, HEAD_TREE, [entry])
    return heads
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

    const grown = await growTrees(tx, last, states)
    const rootAt = (tree: number) => grown.get(tree)?.root() ?? EMPTY_ROOT
    // The map of results covers the same settlements as their log.
    const settled = states.logs.find(({ name }) => name === 'settlements')?.size ?? 0
    const root = await results.grow(tx, last?.logs.results?.size ?? 0, settled)
    // No head is older than what it holds.
    const atMs = Math.max(now, (last?.atMs ?? 0) + 1, states.atMs)
    const facts = factsOf(number, atMs, states, { name: 'results', size: settled, root }, rootAt)
    const heads = await growHeads(tx, number, facts.entry)
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
