import type {
  Acceptance,
  AnyReceipt,
  OrderTerms,
  Receipt,
  ReceiptOrder,
  SignedHead,
  SignedReceipt,
  Witnessed,
} from '../../../../contract/proof'
import type { Database } from '../../database/database'
import { present } from '../../shared/assert'
import { ok, type Result, refuse } from '../../shared/result'
import { isSigned } from '../../shared/signed/source'
import { ORDER_STATUS, storedName, VOID_REASON } from '../../shared/stored'
import type { Keyring } from '../../signedLogs/keys'
import { HEAD_TREE, ORDER_TREE, SETTLEMENT_TREE } from '../../signedLogs/logs'
import { consistencyPath, inclusionPath } from '../../signedLogs/merkle'
import { type ResultMap, resultPlaceOf } from '../../signedLogs/resultMap'
import type { Signer } from '../../signedLogs/signer'
import type { WholeTickLog } from '../../signedLogs/tickArchive'
import type { TreeReader } from '../../signedLogs/treeReader'
import { findFirstWitnessed } from '../../signedLogs/witnesses'
import { type HeadFinder, type OpenHead, sizeOf } from './openHeads'
import { rangesOf, spanOf } from './ranges'
import * as repository from './repository'
import { createWindows } from './window'

const hex = (buffer: Buffer) => buffer.toString('hex')
const number = (value: bigint | null) => (value === null ? null : Number(value))

export interface ReceiptsDeps {
  database: Database
  trees: TreeReader
  tickLog: WholeTickLog
  results: Pick<ResultMap, 'path'>
  keyring: Keyring
  config: { proofOrigin: string; witnessesNeeded: number }
  /** The signed terms; the orders module knows the terms of its rows. */
  acceptanceOf(row: repository.ReceiptRow, signer: Signer): Promise<Acceptance>
}

/** The heads' part in a receipt. */
interface HeadsOfReceipts extends Pick<HeadFinder, 'findHead' | 'headWith'> {
  signed(head: OpenHead): Promise<SignedHead>
  between(from: OpenHead, to: OpenHead): Promise<Receipt['consistency']>
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

/** When the order ended, whether it got an entry or not. */
const endOf = (row: repository.ReceiptRow) =>
  Number(row.expires_at_ms ?? row.accepted_at_ms + BigInt(row.entry_timeout_ms))

/** Places in trees, as paths. */
function createPlaces({ trees, results }: ReceiptsDeps) {
  const pathIn = async (tree: number, leaf: number, size: number) =>
    (await inclusionPath(trees.hashesOf(tree), leaf, size)).map(hex)
  const headsFrom = async (size: number, head: OpenHead) =>
    (await consistencyPath(trees.hashesOf(HEAD_TREE), size, head.wire.number)).map(hex)
  const placeOf = ({ wire }: OpenHead, head: OpenHead) => pathIn(HEAD_TREE, wire.number - 1, head.wire.number)
  const headsOfSigned = async (
    row: repository.ReceiptRow,
    { before, accepted, head }: Record<'accepted' | 'head', OpenHead> & { before: OpenHead | undefined },
  ): Promise<SignedReceipt['heads']> => {
    const [first, last, seen] = await Promise.all([
      placeOf(accepted, head),
      placeOf(head, head),
      headsFrom(Number(row.seen_head), head),
    ])
    return { before: before ? await placeOf(before, head) : [], accepted: first, head: last, seen }
  }
  return {
    headsFrom,
    headsOfSigned,
    async places(row: repository.ReceiptRow, accepted: OpenHead, head: OpenHead): Promise<Receipt['places']> {
      const [order, settlement] = [Number(row.accepted_leaf), Number(row.leaf)]
      const [orderPath, settlementPath, { path: result }] = await Promise.all([
        pathIn(ORDER_TREE, order, sizeOf(accepted, 'orders')),
        pathIn(SETTLEMENT_TREE, settlement, sizeOf(head, 'settlements')),
        results.path(sizeOf(head, 'results'), resultPlaceOf(row.id)),
      ])
      return {
        acceptance: { leaf: order, path: orderPath },
        settlement: { leaf: settlement, path: settlementPath },
        result: result.map(hex),
      }
    },
    async heads(
      row: repository.ReceiptRow,
      {
        before,
        accepted,
        fixed,
        head,
      }: Record<'accepted' | 'fixed' | 'head', OpenHead> & { before: OpenHead | undefined },
    ): Promise<Receipt['heads']> {
      const [ends, between] = await Promise.all([headsOfSigned(row, { before, accepted, head }), placeOf(fixed, head)])
      return { ...ends, fixed: between }
    },
  }
}

/** The common part of the receipts of both rules. */
function createParts(deps: ReceiptsDeps, { findHead, signed }: HeadsOfReceipts) {
  const { database, config } = deps
  const places = createPlaces(deps)
  return {
    ...places,
    /** The first heads from these numbers on that enough witnesses have signed, under `head`. */
    async witnessed(numbers: readonly number[], head: OpenHead): Promise<Witnessed[]> {
      const { proofOrigin, witnessesNeeded: needed } = config
      if (needed === 0) return []
      const found = await Promise.all(
        numbers.map((from) => findFirstWitnessed(database, proofOrigin, needed, [from, head.wire.number])),
      )
      const seen = [...new Set(found.filter((each) => each !== undefined))]
      return Promise.all(
        seen.map(async (each) => {
          const { checkpoint } = await signed(present(await findHead(each), `head ${each} is there`))
          return { checkpoint, path: await places.headsFrom(each, head) }
        }),
      )
    },
    /** The order as it is signed, under the key of a head. */
    async agreedOf(row: repository.ReceiptRow, latest: OpenHead) {
      const { signers, changes: keys } = await deps.keyring.at(sizeOf(latest, 'keys'))
      const { terms, ...acceptance } = await deps.acceptanceOf(row, signers[0])
      return { order: orderOf(row, terms), acceptance, keys }
    },
  }
}

/** The head before the first one that holds the order, which shows that the order was logged late; undefined without need. */
const beforeOf = (findHead: HeadFinder['findHead'], row: repository.ReceiptRow): Promise<OpenHead | undefined> =>
  row.void_reason === VOID_REASON.logged_late ? findHead(row.accepted_head - 1n) : Promise.resolve(undefined)

/** What shows that an order without the update for its end was void because no price came any more. */
async function silenceOf(
  deps: ReceiptsDeps,
  windows: ReturnType<typeof createWindows>,
  row: repository.ReceiptRow,
  head: OpenHead,
): Promise<SignedReceipt['silence']> {
  const shows = row.void_reason === VOID_REASON.no_entry_tick ? row.entry_update : row.exit_update
  if (row.status !== ORDER_STATUS.void || row.void_reason === VOID_REASON.logged_late || shows) return null
  const settled = Number(row.head_number)
  const shown = present((await windows.window([settled, settled], row, head))[0]?.heads[0], 'a window has its heads')
  const { ranges } = await rangesOf(deps.trees, row.product_id, { first: shown.size, last: shown.size }, shown.size)
  const tick = present(ranges[0]?.ticks[0], 'orders are placed once there are prices')
  const [path, tickPath] = await Promise.all([
    inclusionPath(deps.trees.hashesOf(HEAD_TREE), settled - 1, head.wire.number),
    inclusionPath(deps.trees.hashesOf(row.product_id), shown.size - 1, shown.size),
  ])
  return { head: shown, path: path.map(hex), tick, tickPath: tickPath.map(hex) }
}

/** Rule 4: what others have signed decides, so that neither ticks nor the heads in between are needed. */
async function signedReceipt(
  { findHead, headWith, signed, between }: HeadsOfReceipts,
  parts: ReturnType<typeof createParts>,
  row: repository.ReceiptRow,
  silenceUnder: (head: OpenHead) => Promise<SignedReceipt['silence']>,
): Promise<SignedReceipt | undefined> {
  const accepted = await findHead(Number(row.accepted_head))
  if (!accepted) return undefined
  const before = await beforeOf(findHead, row)
  const latest = await headWith(Number(row.leaf))
  const [{ order, acceptance, keys }, { head: _head, ...checkpoint }, { logs }, seen, inLogs, inHeads, silence] =
    await Promise.all([
      parts.agreedOf(row, latest),
      signed(latest),
      between(accepted, latest),
      parts.witnessed([accepted.wire.number], latest),
      parts.places(row, accepted, latest),
      parts.headsOfSigned(row, { before, accepted, head: latest }),
      silenceUnder(latest),
    ])
  return {
    format: 'fairtick-receipt-9',
    order,
    acceptance,
    accepted: accepted.brief,
    before: before?.brief ?? null,
    head: latest.brief,
    consistency: { logs },
    witnessed: seen,
    places: inLogs,
    heads: inHeads,
    updates: [row.entry_update, row.exit_update].flatMap((update) => (update ? [hex(update)] : [])),
    silence,
    ...checkpoint,
    keys,
  }
}

/** `receipt_none`: the place of the order's id in the map of results is that of another order (PRODUCT.md 10.8). */
export type ReceiptRefusal = 'receipt_none' | 'receipt_not_ready'

/** Receipts of contract/proof.ts. */
export function createReceipts(deps: ReceiptsDeps, ofHeads: HeadsOfReceipts) {
  const { findHead, headWith, signed, between } = ofHeads
  const parts = createParts(deps, ofHeads)
  const windows = createWindows(deps)

  /** The heads of an order: that of its acceptance, the first that was complete to its end, and a later one. */
  async function headsOf(row: repository.ReceiptRow, endMs: number) {
    const [settled, accepted] = await Promise.all([row.head_number, row.accepted_head].map(findHead))
    if (!settled || !accepted) return undefined
    const span = [accepted.wire.number, settled.wire.number] as const
    const complete = await windows.firstComplete(span, row.symbol, endMs, settled.products)
    const fixed = await findHead(complete)
    const { entry_at_ms: entryMs } = row
    const entered = entryMs && (await windows.firstFrom(span, row.symbol, Number(entryMs), settled.products))
    /** Those that somebody outside has to have seen (docs/PROOF_FORMAT.md, "Time"). */
    const deciding = [accepted.wire.number, ...(entered ? [entered] : []), complete]
    return (
      fixed && {
        deciding,
        before: await beforeOf(findHead, row),
        accepted,
        fixed,
        head: await headWith(Number(row.leaf)),
      }
    )
  }

  return async (userId: bigint, orderId: string): Promise<Result<AnyReceipt, ReceiptRefusal>> => {
    const row = await repository.findReceiptRow(deps.database, userId, orderId)
    if (row?.id_turn) return refuse('receipt_none')
    if (row && isSigned(row.source)) {
      const receipt = await signedReceipt(ofHeads, parts, row, (head) => silenceOf(deps, windows, row, head))
      return receipt ? ok(receipt) : refuse('receipt_not_ready')
    }
    const found = row && (await headsOf(row, endOf(row)))
    if (!row || !found) return refuse('receipt_not_ready')
    const { before, accepted, fixed, head: latest } = found
    const { order, acceptance, keys } = await parts.agreedOf(row, latest)
    const size = fixed.trees.get(row.symbol)?.size ?? 0
    const { first, last } = await spanOf(deps, row.product_id, order)
    const span = { first, last: Math.min(size, last ?? size) }
    const shown = [accepted.wire.number, fixed.wire.number] as const
    const [{ head, ...checkpoint }, ranges, consistency, window, seen, inLogs, inHeads] = await Promise.all([
      signed(latest),
      rangesOf(deps.trees, row.product_id, span, size),
      between(fixed, latest),
      windows.window(shown, order, latest),
      parts.witnessed(found.deciding, latest),
      parts.places(row, accepted, latest),
      parts.heads(row, found),
    ])
    return ok({
      format: 'fairtick-receipt-8',
      order,
      acceptance,
      accepted: accepted.brief,
      before: before?.brief ?? null,
      ...ranges,
      fixed: fixed.wire,
      head,
      consistency,
      window,
      witnessed: seen,
      places: inLogs,
      heads: inHeads,
      ...checkpoint,
      keys,
    })
  }
}
