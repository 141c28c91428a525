import type {
  Acceptance,
  Consistency,
  FeedEventPage,
  LoggedHead,
  OrderTerms,
  ProofPolicy,
  Receipt,
  ReceiptOrder,
  SignedHead,
} from '../../../../contract/proof'
import type { Database } from '../../database/database'
import type { HeadMaker } from '../../proof/heads'
import type { Keyring } from '../../proof/keys'
import { FEED_TREE, HEAD_TREE, NAMED_LOGS, ORDER_TREE, SETTLEMENT_TREE } from '../../proof/logs'
import { consistencyPath, inclusionPath } from '../../proof/merkle'
import { checkpointNote, logKey } from '../../proof/note'
import { readRestores } from '../../proof/restores'
import type { Signer } from '../../proof/signer'
import type { ArchivedLogs, WholeTickLog } from '../../proof/tickArchive'
import { readTile } from '../../proof/tiles'
import type { TreeReader } from '../../proof/treeReader'
import { readCosignatures } from '../../proof/witnesses'
import { present } from '../../shared/assert'
import { remember } from '../../shared/cache'
import type { Clock } from '../../shared/clock'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import { ORDER_STATUS, storedName, VOID_REASON } from '../../shared/stored'
import { readFeedEvents } from './feeds'
import { createHeadFinder, type OpenHead, STALE_MAX_MS, sizeOf } from './openHeads'
import { rangesOf, spanOf } from './ranges'
import * as repository from './repository'

export interface ProofDeps {
  database: Database
  clock: Clock
  heads: HeadMaker
  trees: TreeReader
  tickLog: WholeTickLog
  /** Orders that were moved to the archive, as JSON. */
  archive: { findOrder(userId: bigint, id: string): Promise<string | undefined> }
  archivedLogs: ArchivedLogs & repository.ArchivedSettlements
  keyring: Keyring
  /** The first line of checkpoints (`PROOF_ORIGIN`), and who signs them besides the log. */
  config: { proofOrigin: string; witnesses: readonly { verifierKey: string }[]; witnessesNeeded: number }
  /** The signed terms; the orders module knows the terms of its rows. */
  acceptanceOf(row: repository.ReceiptRow, signer: Signer): Promise<Acceptance>
}

/** A log whose entries are public: heads, feed events, or the ticks of one product. */
export type PublicLog = 'heads' | 'feeds' | { symbol: string }

/** Signed heads and receipts of contract/proof.ts. */
export interface ProofService {
  latestHead(): Promise<SignedHead>
  head(number: number): Promise<Result<LoggedHead, AppError<'not_found'>>>
  consistency(from: number, to: number): Promise<Result<Consistency, AppError<'invalid_request' | 'not_found'>>>
  receipt(userId: bigint, orderId: string): Promise<Result<Receipt, AppError<'receipt_not_ready'>>>
  /** A page of the log of feed events: from leaf `from` on, or the newest. */
  feeds(from?: number): Promise<Result<FeedEventPage, AppError<'invalid_request'>>>
  /** The keys of the log and its witnesses. */
  policy(): Promise<ProofPolicy>
  /** The signed log of heads, as far as enough witnesses have seen it. */
  checkpoint(): Promise<string>
  /** A file of a log, as far as a head holds it; undefined where there is none (yet). */
  tile(log: PublicLog, path: string): Promise<Buffer | undefined>
}

const PROOFS_KEPT = 200
const PAGES_KEPT = 20

const hex = (buffer: Buffer) => buffer.toString('hex')
const number = (value: bigint | null) => (value === null ? null : Number(value))

async function consistencyOf({ trees }: ProofDeps, from: OpenHead, to: OpenHead) {
  const between = async (tree: number, older: number, newer: number) =>
    (await consistencyPath(trees.hashesOf(tree), older, newer)).map(hex)
  const products = [...from.trees].map(async ([symbol, { tree, size }]) => {
    const later = present(to.trees.get(symbol), 'a product stays in the log')
    return { symbol, path: await between(tree, size, later.size) }
  })
  const logs = from.wire.logs.map(async ({ name, size }) => {
    const { tree } = present(
      NAMED_LOGS.find((log) => log.name === name),
      'a log stays in the heads',
    )
    return { name, path: await between(tree, size, sizeOf(to, name)) }
  })
  const [ofProducts, ofLogs] = await Promise.all([Promise.all(products), Promise.all(logs)])
  return { products: ofProducts, logs: ofLogs }
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

/** Signs the log of heads up to one of them. Ed25519 is deterministic, so only the witnesses' signatures are stored. */
function createCheckpoints({ database, keyring, config }: ProofDeps) {
  return async (head: OpenHead): Promise<SignedHead> => {
    const { wire, root } = head
    const { proofOrigin: origin } = config
    const { signers } = await keyring.at(sizeOf(head, 'keys'))
    const lines = config.witnesses.length > 0 ? await readCosignatures(database, origin, wire.number) : []
    const checkpoint = await checkpointNote({ origin, size: wire.number, root }, signers, lines)
    return { head: wire, checkpoint, publicKey: hex(signers[0].publicKey) }
  }
}

/** Places in trees, as paths. */
function createPlaces({ trees }: ProofDeps) {
  const pathIn = async (tree: number, leaf: number, size: number) =>
    (await inclusionPath(trees.hashesOf(tree), leaf, size)).map(hex)
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
      const placeOf = ({ wire }: OpenHead) => pathIn(HEAD_TREE, wire.number - 1, head.wire.number)
      const [first = [], second = [], third = []] = await Promise.all([accepted, fixed, head].map(placeOf))
      return { accepted: first, fixed: second, head: third }
    },
  }
}

/** The row of a closed order, in the database or in the archive. */
async function findRow({ database, archive, archivedLogs }: ProofDeps, userId: bigint, orderId: string) {
  const row = await repository.findReceiptRow(database, userId, orderId)
  const record = row ? undefined : await archive.findOrder(userId, orderId)
  return record === undefined ? row : repository.receiptRowOf(database, record, archivedLogs)
}

/** Pages of the log of feed events, under the newest head. */
function createFeedPages(
  trees: TreeReader,
  newestHead: () => Promise<OpenHead>,
  signed: (head: OpenHead) => Promise<SignedHead>,
): ProofService['feeds'] {
  const pages = remember(PAGES_KEPT, async (_key: string, head: OpenHead, from?: number) =>
    readFeedEvents(trees, { brief: head.brief, signed: await signed(head) }, from),
  )
  return async (from) => {
    const head = await newestHead()
    return pages(`${head.wire.number}-${from}`, head, from)
  }
}

/** The tree of a public log, and how many of its leaves a head holds. */
function treeIn(head: OpenHead, log: PublicLog): { tree: number; size: number } {
  if (log === 'heads') return { tree: HEAD_TREE, size: head.wire.number }
  if (log === 'feeds') return { tree: FEED_TREE, size: sizeOf(head, log) }
  return head.trees.get(log.symbol) ?? { tree: 0, size: 0 }
}

export function createProofService(deps: ProofDeps): ProofService {
  const { database } = deps
  const { findHead, witnessedHead, headWith, newest, stored } = createHeadFinder(deps)
  const between = remember(PROOFS_KEPT, (_key: string, from: OpenHead, to: OpenHead) => consistencyOf(deps, from, to))
  const headsBetween = remember(PROOFS_KEPT, async (_key: string, from: number, to: number) =>
    (await consistencyPath(deps.trees.hashesOf(HEAD_TREE), from, to)).map(hex),
  )
  const signed = createCheckpoints(deps)
  const places = createPlaces(deps)

  async function receipt(userId: bigint, orderId: string): Promise<Result<Receipt, AppError<'receipt_not_ready'>>> {
    const row = await findRow(deps, userId, orderId)
    if (!row) return fail('receipt_not_ready')
    const [fixed, accepted] = await Promise.all([row.head_number, row.accepted_head].map(findHead))
    if (!fixed || !accepted) return fail('receipt_not_ready')
    const latest = await headWith(Number(row.leaf))
    const { signers, changes: keys } = await deps.keyring.at(sizeOf(latest, 'keys'))
    const { terms, ...acceptance } = await deps.acceptanceOf(row, signers[0])
    const order = orderOf(row, terms)
    const size = fixed.trees.get(row.symbol)?.size ?? 0
    const { first, last } = await spanOf(deps, row.product_id, order)
    const span = { first, last: Math.min(size, last ?? size) }
    const [{ head, ...checkpoint }, ranges, consistency, inLogs, inHeads] = await Promise.all([
      signed(latest),
      rangesOf(deps.trees, row.product_id, span, size),
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

  // Signing takes longer than all the rest, and witnesses sign within a second of the head.
  const signedLately = remember(1, (_key: string, head: OpenHead) => signed(head))
  const lately = (head: OpenHead) =>
    signedLately(`${head.wire.number} ${Math.floor(deps.clock.now() / STALE_MAX_MS)}`, head)

  return {
    latestHead: async () => lately(await newest()),
    async head(wanted) {
      const head = await findHead(wanted)
      if (!head) return fail('not_found')
      const path = await inclusionPath(deps.trees.hashesOf(HEAD_TREE), wanted - 1, wanted)
      return ok({ ...(await signed(head)), path: path.map(hex) })
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
    feeds: createFeedPages(deps.trees, newest, signed),
    async policy() {
      const { proofOrigin, witnesses, witnessesNeeded: needed } = deps.config
      const keys = await deps.keyring.changes()
      const { publicKey } = await deps.keyring.current()
      return {
        ...{ log: logKey(proofOrigin, publicKey), publicKey: hex(publicKey), keys },
        ...{ witnesses: witnesses.map(({ verifierKey }) => verifierKey), needed },
        restores: await readRestores(database),
      }
    },
    checkpoint: async () => (await signed((await witnessedHead()) ?? (await newest()))).checkpoint,
    async tile(log, path) {
      // The newest head from memory has nearly all that is asked for; what another node has just told of is in the database.
      for (const find of [newest, stored]) {
        const head = await find()
        const tile = head && (await readTile(database, treeIn(head, log), path, deps.tickLog.readRanges))
        if (tile) return tile
      }
      return undefined
    },
  }
}
