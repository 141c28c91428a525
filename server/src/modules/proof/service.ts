import type { Consistency, ProofPolicy, ResultPlace, SignedHead } from '../../../../contract/proof'
import { present } from '../../shared/assert'
import { remember } from '../../shared/cache'
import type { Clock } from '../../shared/clock'
import { ok, refuse } from '../../shared/result'
import type { HeadMaker } from '../../signedLogs/headMaker'
import { FEED_TREE, HEAD_TREE, NAMED_LOGS, SETTLEMENT_TREE } from '../../signedLogs/logs'
import { consistencyPath, inclusionPath } from '../../signedLogs/merkle'
import { checkpointNote, logKey } from '../../signedLogs/note'
import { readRestores } from '../../signedLogs/restores'
import { readTile } from '../../signedLogs/tiles'
import { createTimeStamps } from '../../signedLogs/timeStamps'
import type { TreeReader } from '../../signedLogs/treeReader'
import { readCosignatures } from '../../signedLogs/witnesses'
import { readFeedEvents } from './feeds'
import { createGuesses, type GuessDeps } from './guesses'
import { createHeadFinder, type OpenHead, STALE_MAX_MS, sizeOf } from './openHeads'
import { createReceipts, type ReceiptsDeps } from './receipts'

export interface ProofDeps extends ReceiptsDeps, GuessDeps {
  clock: Clock
  heads: HeadMaker
  /** The first line of checkpoints (`PROOF_ORIGIN`), and who signs them besides the log. */
  config: { proofOrigin: string; witnesses: readonly { verifierKey: string; url: string }[]; witnessesNeeded: number }
}

/** A log whose entries are public: heads, feed events, settlements by their hashes, or the ticks of one product. */
export type PublicLog = 'heads' | 'feeds' | 'settlements' | { symbol: string }

const PROOFS_KEPT = 200
const PAGES_KEPT = 20

const hex = (buffer: Buffer) => buffer.toString('hex')

async function consistencyOf({ trees }: ProofDeps, from: OpenHead, to: OpenHead) {
  const between = async (tree: number, older: number, newer: number) =>
    (await consistencyPath(trees.hashesOf(tree), older, newer)).map(hex)
  const products = [...from.trees].map(async ([symbol, { tree, size }]) => {
    const later = present(to.trees.get(symbol), 'a product stays in the log')
    return { symbol, path: await between(tree, size, later.size) }
  })
  // The map of results is none of them: it does not only grow at its end.
  const logs = NAMED_LOGS.map(async ({ name, tree }) => ({
    name,
    path: await between(tree, sizeOf(from, name), sizeOf(to, name)),
  }))
  const [ofProducts, ofLogs] = await Promise.all([Promise.all(products), Promise.all(logs)])
  return { products: ofProducts, logs: ofLogs }
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

/** Pages of the log of feed events, under the newest head: from leaf `from` on, or the newest. */
function createFeedPages(
  trees: TreeReader,
  newestHead: () => Promise<OpenHead>,
  signed: (head: OpenHead) => Promise<SignedHead>,
) {
  const pages = remember(PAGES_KEPT, async (_key: string, head: OpenHead, from?: number) =>
    readFeedEvents(trees, { brief: head.brief, signed: await signed(head) }, from),
  )
  return async (from?: number) => {
    const head = await newestHead()
    return pages(`${head.wire.number}-${from}`, head, from)
  }
}

/** The tree of a public log, and how many of its leaves a head holds. */
function treeIn(head: OpenHead, log: PublicLog): { tree: number; size: number } {
  if (log === 'heads') return { tree: HEAD_TREE, size: head.wire.number }
  if (log === 'feeds') return { tree: FEED_TREE, size: sizeOf(head, log) }
  if (log === 'settlements') return { tree: SETTLEMENT_TREE, size: sizeOf(head, log) }
  return head.trees.get(log.symbol) ?? { tree: 0, size: 0 }
}

/** The keys of the log and its witnesses. */
async function policy({ config, database, keyring }: ProofDeps): Promise<ProofPolicy> {
  const { proofOrigin, witnesses, witnessesNeeded: needed } = config
  const [keys, { publicKey }] = await Promise.all([keyring.changes(), keyring.current()])
  return {
    log: logKey(proofOrigin, publicKey),
    publicKey: hex(publicKey),
    keys,
    witnesses: witnesses.map(({ verifierKey }) => verifierKey),
    // A browser asks no address without TLS, and one within the operator's network is nobody's business.
    witnessUrls: witnesses.map(({ url }) => (url.startsWith('https://') ? url : '')),
    needed,
    restores: await readRestores(database),
  }
}

/** Signed heads and receipts of contract/proof.ts. */
export type ProofService = ReturnType<typeof createProofService>

export function createProofService(deps: ProofDeps) {
  const { database } = deps
  const finder = createHeadFinder(deps)
  const { findHead, witnessedHead, newest, stored } = finder
  const consistencyFrom = remember(PROOFS_KEPT, (_key: string, from: OpenHead, to: OpenHead) =>
    consistencyOf(deps, from, to),
  )
  const between = (from: OpenHead, to: OpenHead) => consistencyFrom(`${from.wire.number}-${to.wire.number}`, from, to)
  const headsBetween = remember(PROOFS_KEPT, async (_key: string, from: number, to: number) =>
    (await consistencyPath(deps.trees.hashesOf(HEAD_TREE), from, to)).map(hex),
  )
  const pathTo = (to: number, from: number) => (from > 0 && from < to ? headsBetween(`${from}-${to}`, from, to) : [])
  const signed = createCheckpoints(deps)
  // Signing takes longer than all the rest, and witnesses sign within a second of the head.
  const signedLately = remember(1, (_key: string, head: OpenHead) => signed(head))
  const lately = (head: OpenHead) =>
    signedLately(`${head.wire.number} ${Math.floor(deps.clock.now() / STALE_MAX_MS)}`, head)

  return {
    latestHead: async () => lately(await newest()),
    async head(wanted: number) {
      const head = await findHead(wanted)
      if (!head) return refuse('not_found')
      const path = await inclusionPath(deps.trees.hashesOf(HEAD_TREE), wanted - 1, wanted)
      return ok({ ...(await signed(head)), path: path.map(hex) })
    },
    async consistency(from: number, to: number) {
      if (from > to) return refuse('invalid_request')
      const [first, second] = [await findHead(from), await findHead(to)]
      if (!first || !second) return refuse('not_found')
      const key = `${from}-${to}`
      const [paths, heads] = await Promise.all([between(first, second), headsBetween(key, from, to)])
      return ok<Consistency>({ from: first.wire, to: second.wire, ...paths, heads })
    },
    /** Tries without an account. */
    guesses: createGuesses(deps, { newest, signed: lately }),
    /** What clocks of others say about heads. */
    stamps: createTimeStamps(database),
    receipt: createReceipts(deps, { ...finder, signed, between }),
    feeds: createFeedPages(deps.trees, newest, signed),
    policy: () => policy(deps),
    /** The entry of the map of results at a place. */
    async result(minute: number, key: string): Promise<ResultPlace> {
      const head = await newest()
      const place = { minute, key: Buffer.from(key, 'hex') }
      const [{ found, path }, checkpoint] = await Promise.all([
        deps.results.path(sizeOf(head, 'results'), place),
        lately(head),
      ])
      const [leaf = null] = found
        ? await deps.trees.leaves({ tree: SETTLEMENT_TREE, from: found.last, to: found.last + 1 })
        : []
      return { ...checkpoint, leaf, path: path.map(hex) }
    },
    /**
     * The signed log of heads as it is now, whoever has seen it, with the time of now and the consistency path from its
     * first `from` heads on; the path is empty if there are not as many.
     */
    newestCheckpoint: async (from = 0) => {
      const head = await newest()
      const path = await pathTo(head.wire.number, from)
      return { at: deps.clock.now(), checkpoint: (await lately(head)).checkpoint, path }
    },
    /** The signed log of heads, as far as enough witnesses have seen it. */
    checkpoint: async () => (await signed((await witnessedHead()) ?? (await newest()))).checkpoint,
    /** A file of a log, as far as a head holds it; undefined if there is none (yet). */
    async tile(log: PublicLog, path: string) {
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
