import type { BriefHead, TreeHead } from '../../../../contract/proof'
import type { Database } from '../../database/database'
import { createBatchReads } from '../../shared/batchReads'
import { remember } from '../../shared/cache'
import type { Clock } from '../../shared/clock'
import type { HeadMaker } from '../../signedLogs/headMaker'
import { type HeadRow, productsOf, readHeads, readLatestHead, readProductTrees } from '../../signedLogs/heads'
import type { Keyring } from '../../signedLogs/keys'
import { readLeaf } from '../../signedLogs/leafFields'
import { findWitnessed } from '../../signedLogs/witnesses'

const HEADS_KEPT = 200
/**
 * The newest head that a node answers with is at most this old. Heads are made seconds apart and each is a signed
 * statement about a past moment: one that is half a second older is as true, and verifiers accept heads in any order.
 */
export const STALE_MAX_MS = 500

const hex = (buffer: Buffer) => buffer.toString('hex')

/** A head with the roots of its products. */
export interface OpenHead {
  wire: TreeHead
  brief: BriefHead
  /** Root of the log of heads up to this one. */
  root: Buffer
  trees: Map<string, { tree: number; size: number }>
  /** Numbers of products, by symbol: all that this head has, and maybe newer ones. */
  products: ReadonlyMap<string, number>
}

export const sizeOf = ({ wire }: OpenHead, name: string) => wire.logs.find((log) => log.name === name)?.size ?? 0

/** A missing head is not cached: it may be made later. */
class NoHead extends Error {}

/** Heads with the roots of their products. They never change, so the most recent ones are kept. */
function createHeadReader({ database }: Pick<HeadFinderDeps, 'database'>) {
  let trees: Promise<ReadonlyMap<string, number>> | undefined
  const readHead = createBatchReads((numbers: readonly number[]) => readHeads(database, numbers))

  /** Products are never removed; they are read again for a head with a new one. */
  async function treesFor(row: HeadRow): Promise<ReadonlyMap<string, number>> {
    trees ??= readProductTrees(database)
    const known = await trees.catch(() => undefined)
    if (known && Object.keys(row.sizes).every((symbol) => known.has(symbol))) return known
    trees = readProductTrees(database)
    return trees
  }

  async function open(row: HeadRow): Promise<OpenHead> {
    const known = await treesFor(row)
    const products = productsOf(row, known)
    const { products: root } = readLeaf('head', row.entry)
    const logs = Object.entries(row.logs)
      .map(([name, log]) => ({ name, ...log }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    const facts = { number: row.number, at: row.atMs }
    return {
      wire: {
        ...facts,
        products: products.map((each) => ({
          symbol: each.symbol,
          size: each.size,
          through: each.throughMs,
          root: hex(each.root),
        })),
        logs,
      },
      brief: { ...facts, products: root, logs },
      root: row.logRoot,
      trees: new Map(products.map(({ symbol, tree, size }) => [symbol, { tree, size }])),
      products: known,
    }
  }
  const opened = remember(HEADS_KEPT, async (number: number, row?: HeadRow) => {
    const found = row ?? (await readHead(number))
    if (!found) throw new NoHead()
    return open(found)
  })
  return {
    openHead: (row: HeadRow): Promise<OpenHead> => opened(row.number, row),
    /** A known head is not read again. */
    readByNumber: (wanted: number): Promise<OpenHead | undefined> =>
      opened(wanted).catch((error: unknown) => {
        if (error instanceof NoHead) return undefined
        throw error
      }),
  }
}

interface NewestDeps {
  database: Database
  clock: Clock
  heads: HeadMaker
}

/**
 * The newest head from memory. Heads of this process are known at once; those of others are read on request, and all
 * requests within `STALE_MAX_MS` get the same one. Requests do not make heads, or they could fill the log; only the
 * very first head is made here.
 */
function createNewest({ database, clock, heads }: NewestDeps): () => Promise<HeadRow> {
  let read: { row: HeadRow; atMs: number } | undefined
  let reading: Promise<HeadRow> | undefined

  async function readAgain(): Promise<HeadRow> {
    const atMs = clock.now()
    const row = (await readLatestHead(database)) ?? (await heads.seal())
    read = { row, atMs }
    return row
  }
  const isYoung = (known: { atMs: number } | undefined) => known && Math.abs(clock.now() - known.atMs) < STALE_MAX_MS

  return async () => {
    const made = heads.newest()
    if (made && isYoung(made) && made.row.number >= (read?.row.number ?? 0)) return made.row
    if (read && isYoung(read)) return read.row
    reading ??= readAgain().finally(() => {
      reading = undefined
    })
    return reading
  }
}

export interface HeadFinderDeps extends NewestDeps {
  keyring: Keyring
  config: { proofOrigin: string; witnessesNeeded: number }
}

export type HeadFinder = ReturnType<typeof createHeadFinder>

/** Finds the head for a receipt, and heads by number. */
export function createHeadFinder(deps: HeadFinderDeps) {
  const { database, heads, config, keyring } = deps
  const { openHead, readByNumber } = createHeadReader(deps)
  const newestRow = createNewest(deps)
  const newest = async () => openHead(await newestRow())

  async function findHead(number: number | bigint | null): Promise<OpenHead | undefined> {
    return number === null ? undefined : readByNumber(Number(number))
  }

  /** The newest head that enough witnesses have signed. */
  async function witnessedHead(): Promise<OpenHead | undefined> {
    const { proofOrigin, witnessesNeeded } = config
    if (witnessesNeeded === 0) return undefined
    return findHead((await findWitnessed(database, proofOrigin, witnessesNeeded)) ?? null)
  }

  /**
   * A receipt is signed with the key of its head: for one from before a key change that is the old key, while it is
   * held.
   */
  const canSign = async (head: OpenHead) => (await keyring.at(sizeOf(head, 'keys'))).fits

  /** The newest head in the database, no matter which node has made it. */
  async function stored(): Promise<OpenHead | undefined> {
    const row = await readLatestHead(database)
    return row && openHead(row)
  }

  /** The newest head that holds the settlement: one that witnesses have seen if there is one. */
  async function headWith(leaf: number): Promise<OpenHead> {
    for (const find of [witnessedHead, newest, stored]) {
      const head = await find()
      if (head && sizeOf(head, 'settlements') > leaf && (await canSign(head))) return head
    }
    return openHead(await heads.seal())
  }

  return { findHead, witnessedHead, headWith, newest, stored }
}
