import type {
  Acceptance,
  BriefHead,
  Consistency,
  FeedEventPage,
  OrderTerms,
  ProofPolicy,
  Receipt,
  ReceiptOrder,
  ReceiptTick,
  SignedHead,
  TickRange,
  TreeHead,
} from '../../../../contract/proof'
import type { Database } from '../../database/database'
import { type HeadMaker, type HeadRow, productsOf, readHead, readLatestHead } from '../../proof/heads'
import type { Keyring } from '../../proof/keys'
import { createSubtreeHash, HEAD_TREE, NAMED_LOGS, ORDER_TREE, SETTLEMENT_TREE } from '../../proof/logs'
import { consistencyPath, inclusionPath, rangePath } from '../../proof/merkle'
import { checkpointNote, logKey } from '../../proof/note'
import type { Signer } from '../../proof/signer'
import type { WholeTickLog } from '../../proof/tickArchive'
import { readTile } from '../../proof/tiles'
import { findWitnessed, readCosignatures } from '../../proof/witnesses'
import { present } from '../../shared/assert'
import { remember } from '../../shared/cache'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import { ORDER_STATUS, storedName, VOID_REASON } from '../../shared/stored'
import { readFeedEvents } from './feeds'
import * as repository from './repository'

export interface ProofDeps {
  database: Database
  heads: HeadMaker
  tickLog: WholeTickLog
  /** Orders that were moved out of the database, as JSON. */
  archive: { findOrder(userId: bigint, id: string): Promise<string | undefined> }
  keyring: Keyring
  /** The first line of checkpoints (`PROOF_ORIGIN`), and who signs them beside the log. */
  config: { proofOrigin: string; witnesses: readonly { verifierKey: string }[]; witnessesNeeded: number }
  /** What was agreed, signed; the orders module knows the terms of its rows. */
  acceptanceOf(row: repository.ReceiptRow, signer: Signer): Promise<Acceptance>
}

/** Signed heads and receipts of contract/proof.ts. */
export interface ProofService {
  latestHead(): Promise<SignedHead>
  head(number: number): Promise<Result<SignedHead, AppError<'not_found'>>>
  consistency(from: number, to: number): Promise<Result<Consistency, AppError<'invalid_request' | 'not_found'>>>
  receipt(userId: bigint, orderId: string): Promise<Result<Receipt, AppError<'receipt_not_ready'>>>
  /** A page of the log of feed events: from a leaf on, or the newest. */
  feeds(from?: number): Promise<Result<FeedEventPage, AppError<'invalid_request'>>>
  /** Under which keys the log is, and who witnesses it. */
  policy(): Promise<ProofPolicy>
  /** The log of heads, signed: as far as enough witnesses have seen it. */
  checkpoint(): Promise<string>
  /** A file of the log of heads; undefined for one that is not there (yet). */
  tile(path: string): Promise<Buffer | undefined>
}

/** A range of more ticks than this is given as its two ends. */
const TICKS_MAX = 2_000
const TICKS_PER_END = 1_000
const HEADS_KEPT = 200
const PROOFS_KEPT = 200
const PAGES_KEPT = 20

const hex = (buffer: Buffer) => buffer.toString('hex')
const number = (value: bigint | null) => (value === null ? null : Number(value))

interface OpenHead {
  wire: TreeHead
  brief: BriefHead
  /** Of the log of heads up to this one. */
  root: Buffer
  trees: Map<string, { tree: number; size: number }>
}

const sizeOf = ({ wire }: OpenHead, name: string) => wire.logs.find((log) => log.name === name)?.size ?? 0

/** Nothing is kept of a head that is not there: it may be made later. */
class NoHead extends Error {}

/** Heads with the roots of their products. They never change, so the last ones asked for are kept. */
function createHeadReader(database: Database) {
  async function open(row: HeadRow): Promise<OpenHead> {
    const products = await productsOf(database, row)
    const [, , , , root = ''] = row.entry.split('|')
    const logs = Object.entries(row.logs)
      .map(([name, log]) => ({ name, ...log }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    const facts = { number: row.number, at: row.atMs }
    return {
      wire: {
        ...facts,
        products: products.map((each) => ({
          ...{ symbol: each.symbol, size: each.size, through: each.throughMs },
          root: hex(each.root),
        })),
        logs,
      },
      brief: { ...facts, products: root, logs },
      root: row.logRoot,
      trees: new Map(products.map(({ symbol, tree, size }) => [symbol, { tree, size }])),
    }
  }
  const opened = remember(HEADS_KEPT, async (number: number, row?: HeadRow) => {
    const found = row ?? (await readHead(database, number))
    if (!found) throw new NoHead()
    return open(found)
  })
  return {
    openHead: (row: HeadRow): Promise<OpenHead> => opened(row.number, row),
    /** Of one that is known nothing is read again. */
    readByNumber: (wanted: number): Promise<OpenHead | undefined> =>
      opened(wanted).catch((error: unknown) => {
        if (error instanceof NoHead) return undefined
        throw error
      }),
  }
}

async function consistencyOf({ database, tickLog }: ProofDeps, from: OpenHead, to: OpenHead) {
  const between = async (tree: number, older: number, newer: number) =>
    (await consistencyPath(createSubtreeHash(database, tree, tickLog.readLeaves), older, newer)).map(hex)
  const products = []
  for (const [symbol, { tree, size }] of from.trees) {
    const later = present(to.trees.get(symbol), 'a product stays in the log')
    products.push({ symbol, path: await between(tree, size, later.size) })
  }
  const logs = []
  for (const { name, size } of from.wire.logs) {
    const { tree } = present(
      NAMED_LOGS.find((log) => log.name === name),
      'a log stays in the heads',
    )
    logs.push({ name, path: await between(tree, size, sizeOf(to, name)) })
  }
  return { products, logs }
}

/** The terms as they were accepted, and how the order ended. */
function orderOf(row: repository.ReceiptRow, terms: OrderTerms): ReceiptOrder {
  const status = storedName(ORDER_STATUS, row.status)
  if (status === 'pending' || status === 'open')
    throw new Error(`order ${row.id} is in the settlement log but still open`)
  return {
    ...terms,
    entrySequence: number(row.entry_sequence),
    entryAt: number(row.entry_at_ms),
    entryPrice: row.entry_price,
    expiresAt: number(row.expires_at_ms),
    exitSequence: number(row.exit_sequence),
    exitAt: number(row.exit_at_ms),
    exitPrice: row.exit_price,
    status,
    voidReason: row.void_reason === null ? null : storedName(VOID_REASON, row.void_reason),
    profitLoss: String(row.profit_loss),
    closedAt: Number(row.closed_at_ms),
  }
}

/** A tick from the text of its leaf (texts.ts, `tickText`). */
function wireTick(leaf: string): ReceiptTick {
  const [, , , sequence, at, price = '', size = '', source = '', sourceAt, instrument = '-', trade = '-'] =
    leaf.split('|')
  return {
    ...{ sequence: Number(sequence), at: Number(at), price, size, source, sourceAt: Number(sourceAt), instrument },
    trade: trade === '-' ? null : Number(trade),
  }
}

/** The ticks from the last one up to the acceptance to the first one after the end, wherever they are now. */
async function spanOf({ database, tickLog }: ProofDeps, productId: number, fromMs: number, toMs: number, size: number) {
  const archived = await tickLog.findSpan(productId, fromMs, toMs)
  const { first, last } = await repository.findSpan(database, productId, fromMs, toMs)
  // What is archived is older than everything in the database.
  return { first: first ?? archived.first ?? 1, last: Math.min(size, archived.last ?? last ?? size) }
}

async function rangesOf(deps: ProofDeps, order: ReceiptOrder, productId: number, size: number) {
  const { database, tickLog } = deps
  const endMs = order.expiresAt ?? order.acceptedAt + order.entryTimeoutMs
  if (size === 0) return { tickCount: 0, ranges: [] }
  const { first, last } = await spanOf(deps, productId, order.acceptedAt, endMs, size)
  if (last < first) return { tickCount: 0, ranges: [] }
  const tickCount = last - first + 1
  const spans =
    tickCount <= TICKS_MAX / 2
      ? [[first, last] as const]
      : [
          [first, first + Math.min(TICKS_PER_END, tickCount - 1) - 1] as const,
          [last - TICKS_PER_END + 1, last] as const,
        ]
  const hashOf = createSubtreeHash(database, productId, tickLog.readLeaves)
  const ranges: TickRange[] = []
  for (const [low, high] of tickCount <= TICKS_MAX && spans.length === 2 ? halves(first, last) : spans) {
    const ticks = (await tickLog.readLeaves(database, productId, low - 1, high)).map(wireTick)
    ranges.push({ ticks, path: (await rangePath(hashOf, low - 1, high, size)).map(hex) })
  }
  return { tickCount, ranges }
}

/** A span that fits is cut in the middle: its two ranges still hold every tick. */
function halves(first: number, last: number): readonly (readonly [number, number])[] {
  const middle = first + Math.floor((last - first) / 2)
  return [
    [first, middle],
    [middle + 1, last],
  ]
}

/** Signs the log of heads up to one of them. Ed25519 is deterministic: nothing of it is stored but what witnesses add. */
function createCheckpoints({ database, keyring, config }: ProofDeps) {
  return async (head: OpenHead): Promise<SignedHead> => {
    const { wire, root } = head
    const { proofOrigin: origin } = config
    const { signers } = await keyring.at(sizeOf(head, 'keys'))
    const lines = config.witnesses.length > 0 ? await readCosignatures(database, origin, wire.number) : []
    const checkpoint = checkpointNote({ origin, size: wire.number, root }, signers, lines)
    return { head: wire, checkpoint, publicKey: hex(signers[0].publicKey) }
  }
}

/** Places in trees, as paths. */
function createPlaces({ database }: ProofDeps) {
  const pathIn = async (tree: number, leaf: number, size: number, hashOf = createSubtreeHash(database, tree)) =>
    (await inclusionPath(hashOf, leaf, size)).map(hex)
  return {
    async places(row: repository.ReceiptRow, accepted: OpenHead, head: OpenHead): Promise<Receipt['places']> {
      const [order, settlement] = [Number(row.accepted_leaf), Number(row.leaf)]
      const [orderPath, settlementPath] = await Promise.all([
        pathIn(ORDER_TREE, order, sizeOf(accepted, 'orders')),
        pathIn(SETTLEMENT_TREE, settlement, sizeOf(head, 'settlements')),
      ])
      return { acceptance: { leaf: order, path: orderPath }, settlement: { leaf: settlement, path: settlementPath } }
    },
    async heads(accepted: OpenHead, fixed: OpenHead, head: OpenHead): Promise<Receipt['heads']> {
      // The three paths have most of their nodes in common.
      const hashOf = createSubtreeHash(database, HEAD_TREE)
      const placeOf = ({ wire }: OpenHead) => pathIn(HEAD_TREE, wire.number - 1, head.wire.number, hashOf)
      return { accepted: await placeOf(accepted), fixed: await placeOf(fixed), head: await placeOf(head) }
    },
  }
}

/** The row of a closed order, in the database or in the archive. */
async function findRow({ database, archive }: ProofDeps, userId: bigint, orderId: string) {
  const row = await repository.findReceiptRow(database, userId, orderId)
  const record = row ? undefined : await archive.findOrder(userId, orderId)
  return record === undefined ? row : repository.receiptRowOf(database, record)
}

/** Pages of the log of feed events, under the newest head. */
function createFeedPages(
  database: Database,
  newestHead: () => Promise<OpenHead>,
  signed: (head: OpenHead) => Promise<SignedHead>,
): ProofService['feeds'] {
  const pages = remember(PAGES_KEPT, async (_key: string, head: OpenHead, from?: number) =>
    readFeedEvents(database, { brief: head.brief, signed: await signed(head) }, from),
  )
  return async (from) => {
    const head = await newestHead()
    return pages(`${head.wire.number}-${from}`, head, from)
  }
}

/** Which head a receipt is under, and heads by their number. */
function createHeadFinder({ database, heads, config, keyring }: ProofDeps) {
  const { openHead, readByNumber } = createHeadReader(database)

  async function findHead(number: number | bigint | null): Promise<OpenHead | undefined> {
    const head = number === null ? undefined : await readByNumber(Number(number))
    // A head from before the log of orders has no logs, and its place in the log of heads is all that is left of it.
    return head && head.wire.logs.length > 0 ? head : undefined
  }

  /** The newest head that enough witnesses have signed. */
  async function witnessedHead(): Promise<OpenHead | undefined> {
    const { proofOrigin, witnessesNeeded } = config
    if (witnessesNeeded === 0) return undefined
    return findHead((await findWitnessed(database, proofOrigin, witnessesNeeded)) ?? null)
  }

  /** A receipt is signed with the key of its head: one from before a change takes the old key, as long as that is held. */
  const canSign = async (head: OpenHead) => (await keyring.at(sizeOf(head, 'keys'))).fits

  /** The newest head that holds the settlement and that witnesses have seen; without one, or without them, the newest. */
  async function headWith(leaf: number): Promise<OpenHead> {
    const row = await readLatestHead(database)
    for (const head of [await witnessedHead(), row && (await openHead(row))])
      if (head && sizeOf(head, 'settlements') > leaf && (await canSign(head))) return head
    return openHead(await heads.seal())
  }

  /** A request makes no head: that would be a way to fill the log. Only the very first is made here. */
  const newest = async () => openHead((await readLatestHead(database)) ?? (await heads.seal()))

  return { findHead, witnessedHead, headWith, newest }
}

export function createProofService(deps: ProofDeps): ProofService {
  const { database } = deps
  const { findHead, witnessedHead, headWith, newest } = createHeadFinder(deps)
  const between = remember(PROOFS_KEPT, (_key: string, from: OpenHead, to: OpenHead) => consistencyOf(deps, from, to))
  const headsBetween = remember(PROOFS_KEPT, async (_key: string, from: number, to: number) =>
    (await consistencyPath(createSubtreeHash(database, HEAD_TREE), from, to)).map(hex),
  )
  const signed = createCheckpoints(deps)
  const places = createPlaces(deps)

  async function receipt(userId: bigint, orderId: string): Promise<Result<Receipt, AppError<'receipt_not_ready'>>> {
    const row = await findRow(deps, userId, orderId)
    const [fixed, accepted] = await Promise.all(
      [row?.head_number, row?.accepted_head].map((each) => findHead(each ?? null)),
    )
    if (!row || !fixed || !accepted) return fail('receipt_not_ready')
    const latest = await headWith(Number(row.leaf))
    const { signers, changes: keys } = await deps.keyring.at(sizeOf(latest, 'keys'))
    const { terms, ...acceptance } = await deps.acceptanceOf(row, signers[0])
    const order = orderOf(row, terms)
    const size = fixed.trees.get(row.symbol)?.size ?? 0
    const [{ head, ...checkpoint }, ranges, consistency, inLogs, inHeads] = await Promise.all([
      signed(latest),
      rangesOf(deps, order, row.product_id, size),
      between(`${fixed.wire.number}-${latest.wire.number}`, fixed, latest),
      places.places(row, accepted, latest),
      places.heads(accepted, fixed, latest),
    ])
    return ok({
      format: 'fairtick-receipt-3',
      ...{ order, acceptance, accepted: accepted.brief, ...ranges, fixed: fixed.wire, head },
      ...{ consistency, places: inLogs, heads: inHeads, ...checkpoint },
      keys,
    })
  }

  return {
    latestHead: async () => signed(await newest()),
    async head(wanted) {
      const head = await findHead(wanted)
      return head ? ok(await signed(head)) : fail('not_found')
    },
    async consistency(from, to) {
      if (from > to) return fail('invalid_request')
      const [first, second] = [await findHead(from), await findHead(to)]
      if (!first || !second) return fail('not_found')
      const key = `${from}-${to}`
      const [paths, heads] = await Promise.all([between(key, first, second), headsBetween(key, from, to)])
      return ok({ ...{ from: first.wire, to: second.wire }, ...paths, heads })
    },
    receipt,
    feeds: createFeedPages(database, newest, signed),
    async policy() {
      const { proofOrigin, witnesses, witnessesNeeded: needed } = deps.config
      const keys = await deps.keyring.changes()
      const { publicKey } = await deps.keyring.current()
      return {
        ...{ log: logKey(proofOrigin, publicKey), publicKey: hex(publicKey), keys },
        ...{ witnesses: witnesses.map(({ verifierKey }) => verifierKey), needed },
      }
    },
    checkpoint: async () => (await signed((await witnessedHead()) ?? (await newest()))).checkpoint,
    tile: (path) => readTile(database, path),
  }
}
