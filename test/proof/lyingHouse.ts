import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMonitor } from '../../scripts/monitor.mjs'
import { addCheckpoint, loadKey, parseLog } from '../../scripts/witness.mjs'
import { buildApp } from '../../server/src/app'
import type { Fence } from '../../server/src/cluster/lease'
import type { Tx } from '../../server/src/database/database'
import { createDeps, type Deps } from '../../server/src/deps'
import { appendTicks, type NewTick } from '../../server/src/market/tickLog'
import { present } from '../../server/src/shared/assert'
import { type HeadRow, readLatestHead } from '../../server/src/signedLogs/heads'
import { readLeaves } from '../../server/src/signedLogs/leaves'
import { HEAD_TREE, SETTLEMENT_TREE } from '../../server/src/signedLogs/logs'
import { consistencyPath, leafHash, rootOf } from '../../server/src/signedLogs/merkle'
import { checkpointNote, logKey } from '../../server/src/signedLogs/note'
import { createSigner, type KeyHolder } from '../../server/src/signedLogs/signer'
import { headText, logText, productText } from '../../server/src/signedLogs/texts'
import type { TestUser } from '../../server/test/app'
import { asOwner } from '../../server/test/asOwner'
import { createTradingFloor, SYMBOL } from '../../server/test/tradingFloor'

const ORIGIN = 'house.test/api/log'

/** False statements that a house can write into a head. */
export interface Lie {
  atMs?: number
  /** What the head says of the product: fewer ticks, or another time of completeness. */
  size?: number
  throughMs?: number
  /** The product is in the tree of the head twice, the second time with a tick less. It is shown once. */
  isTwice?: boolean
  /** States of logs, by their names. */
  logs?: HeadRow['logs']
}

type Floor = Awaited<ReturnType<typeof createTradingFloor>>

/** The products of a head as it has them, the lie in the one that there are prices of. */
async function productsWith({ database, product }: Floor, last: HeadRow, { size, throughMs }: Lie) {
  const cut = size === undefined ? undefined : await readLeaves(database, product.id, 0, size)
  return Object.keys(last.sizes)
    .sort()
    .map((symbol, at) => {
      const known = {
        symbol,
        size: last.sizes[symbol] ?? 0,
        throughMs: last.throughs[symbol] ?? 0,
        root: last.roots.subarray(at * 32, at * 32 + 32),
      }
      if (symbol !== SYMBOL) return known
      return {
        ...known,
        size: size ?? known.size,
        throughMs: throughMs ?? known.throughMs,
        ...(cut && { root: rootOf(cut.map(leafHash)) }),
      }
    })
}

/** Attacks of a house with its own database. */
function forgeries(floor: Floor) {
  const { database, clock, product } = floor
  const tamper = (work: (tx: Tx) => Promise<unknown>) => asOwner(floor.database, work)

  /** A head by hand, signed as any other: the newest one again, with a lie in it. */
  async function forgeHead(lie: Lie): Promise<void> {
    const last = present(await readLatestHead(database), 'there is a head')
    const products = await productsWith(floor, last, lie)
    const logs = Object.entries({ ...last.logs, ...lie.logs }).sort(([a], [b]) => (a < b ? -1 : 1))
    const [number, atMs] = [last.number + 1, lie.atMs ?? clock.now()]
    const leaves = products.flatMap((each) =>
      lie.isTwice && each.symbol === SYMBOL ? [each, { ...each, size: each.size - 1 }] : [each],
    )
    const entry = headText({
      number,
      atMs,
      products: rootOf(leaves.map((each) => leafHash(productText(each)))),
      logs: rootOf(
        logs.map(([name, { size, root }]) => leafHash(logText({ name, size, root: Buffer.from(root, 'hex') }))),
      ),
    })
    const heads = [...(await readLeaves(database, HEAD_TREE, 0, last.number)), entry]
    const of = (key: 'size' | 'throughMs') =>
      JSON.stringify(Object.fromEntries(products.map((each) => [each.symbol, each[key]])))
    await tamper((tx) =>
      tx.query(
        `insert into tree_head (number, at_ms, sizes, throughs, roots, logs, entry, log_root)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          number,
          atMs,
          of('size'),
          of('throughMs'),
          Buffer.concat(products.map(({ root }) => root)),
          JSON.stringify(Object.fromEntries(logs)),
          entry,
          rootOf(heads.map(leafHash)),
        ],
      ),
    )
  }

  /** A tick that no feed gave, at the end of the log and of any time. */
  const forgeTick = (value: string, atMs: number) =>
    tamper(async (tx) => {
      await tx.query(
        `insert into tick (product_id, sequence, at_ms, price, size, source, source_at_ms, instrument, trade)
           select product_id, sequence + 1, $2::bigint, $3, 1, 'test', $2::bigint - 20, '-', null
             from tick_head where product_id = $1`,
        [product.id, atMs, value],
      )
      await tx.query('update tick_head set sequence = sequence + 1 where product_id = $1', [product.id])
    })

  /** A second result of the one order that was settled, and a head in whose map it has taken the place of the first. */
  async function forgeSettlement(): Promise<void> {
    await tamper(async (tx) => {
      await tx.query('alter table result_leaf drop constraint result_leaf_minute_key_key')
      await tx.query(
        `insert into result_leaf (leaf, minute, key, hash) select 1, minute, key, sha256('void') from result_leaf`,
      )
    })
    const [first = '', second = ''] = await readLeaves(database, SETTLEMENT_TREE, 0, 2)
    const stateOf = (texts: readonly string[]) => ({ size: 2, root: rootOf(texts.map(leafHash)).toString('hex') })
    await forgeHead({ logs: { settlements: stateOf([first, second]), results: stateOf([second]) } })
  }

  return { tamper, forgeHead, forgeTick, forgeSettlement }
}

interface Place {
  url: string
  folder: string
  signer: KeyHolder
}

/** Outsiders, who have the clock of the house and read it over HTTP. */
function outsidersOf({ clock, database }: Floor, { url, folder, signer }: Place) {
  const now = () => clock.now()
  return {
    /** A monitor that continues from where one of that name stopped. */
    monitorOf(name: string, options: { url?: string; from?: number; now?: () => number } = {}) {
      const key = signer.publicKey.toString('hex')
      return createMonitor({ url, key, now, folder: join(folder, name), ...options })
    },

    /** A witness, to which each call offers the newest head; it reads the log from the node `at`. Its clock may be ahead. */
    witnessOf(name: string, aheadMs = 0) {
      const key = loadKey(join(folder, name))
      let old = 0
      return async (at = url) => {
        const log = parseLog(`${logKey(ORIGIN, signer.publicKey)} ${at}`)
        const head = present(await readLatestHead(database), 'there is a head')
        const leaves = (await readLeaves(database, HEAD_TREE, 0, head.number)).map(leafHash)
        const path = await consistencyPath(async (from, to) => rootOf(leaves, from, to), old, head.number)
        const note = await checkpointNote({ origin: ORIGIN, size: head.number, root: head.logRoot }, [
          { publicKey: signer.publicKey, sign: async (text) => signer.sign(text) },
        ])
        const lines = path.map((hash) => `${hash.toString('base64')}\n`).join('')
        const witness = { folder: join(folder, name), name, key, logs: [log], now: () => now() + aheadMs }
        const { status, text } = await addCheckpoint(witness, `old ${old}\n${lines}\n${note}`)
        if (status === 200) old = head.number
        return { status, text: status === 200 ? 'signed' : text.trim() }
      }
    },
  }
}

/**
 * A server that runs, with its key and its database in the hand of a test: what a dishonest house can do, it can do here.
 */
export async function openHouse() {
  const proofKey = generateKeyPairSync('ed25519').privateKey
  const floor = await createTradingFloor({ config: { proofKeys: [proofKey], proofOrigin: ORIGIN } })
  const { clock, product } = floor
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-house-'))
  const url = await floor.app.listen({ host: '127.0.0.1', port: 0 })

  /** A tick of now as the server takes it, with the promise that all up to it is there; with a fence as a leader writes it. */
  async function tell(value: string, changes: Partial<NewTick> = {}, by: Deps = floor.deps, fence?: Fence) {
    await clock.advance(100)
    const atMs = clock.now()
    const tick = { productId: product.id, atMs, price: value, size: '1', sourceAtMs: atMs - 20, ...changes }
    const sequence = (await appendTicks(by.database, [product.id], atMs, 'test', [tick], fence)).get(0)
    if (sequence == null) return undefined
    const sent = { productId: product.id, symbol: SYMBOL, sequence, atMs }
    by.bus.publish({ type: 'ticks', ticks: [{ ...sent, price: value, size: '1' }] })
    return sequence
  }

  /** The same by a function of the house's own, which asks nobody in which order a source gave its prices, nor how old they are. */
  async function price(value: string, changes: Partial<NewTick> = {}) {
    await floor.database.query('delete from tick_source')
    await floor.database.query('update product set source_lag_ms = 60000')
    present(await tell(value, changes), 'it is in time')
  }

  /** Some ticks and a head with them. */
  async function round(by: Deps = floor.deps) {
    for (let tick = 0; tick < 3; tick++) await price(`10${tick}.5`)
    return by.heads.seal()
  }

  /** An order from its acceptance to its end. */
  async function order(user: TestUser): Promise<void> {
    await price('100')
    const answer = await floor.place(user, floor.body())
    if (answer.statusCode !== 201) throw new Error(`the order was refused: ${answer.body}`)
    await floor.toEntry()
    await price('101')
    await floor.settle()
    for (let second = 0; second < 31; second++) {
      await clock.advance(900)
      await price(`101.${second}`)
    }
    await floor.settle()
  }

  /** A process of the house that has nothing in memory. */
  async function startNode() {
    const { config, log, database, clock: time } = floor.deps
    const deps = createDeps({ config, log, database, clock: time })
    const app = await buildApp(deps)
    return { deps, url: await app.listen({ host: '127.0.0.1', port: 0 }), stop: () => app.close() }
  }

  return {
    ...floor,
    ...forgeries(floor),
    ...outsidersOf(floor, { url, folder, signer: createSigner(proofKey) }),
    url,
    price,
    tell,
    round,
    order,
    startNode,
    async close() {
      await floor.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>
