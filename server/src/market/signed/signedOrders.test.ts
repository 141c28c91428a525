import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppInfo } from '../../../../contract/app'
import type { Product } from '../../../../contract/market'
import { until } from '../../../../test/support/until'
import { createTestApp, type TestApp, type TestUser } from '../../../test/app'
import { asked } from '../../../test/asks'
import { undoneAsOwner } from '../../../test/asOwner'
import { demoOrder } from '../../../test/tradingFloor'
import { createResultsSweep } from '../../auditor/resultsSweep'
import { createSignedResultsSweep } from '../../auditor/signedResultsSweep'
import { demoHermesSettings, startDemoHermes } from '../../dev/demoHermes'
import { DevClock } from '../../dev/devClock'
import type { DevHermes } from '../../dev/hermes'
import { TEST_SIGNER_SET } from '../../dev/testSigners'
import { projectRoot } from '../../shared/paths'
import { TEST_SIGNERS } from '../../shared/signed/signerSet'
import { createUpdateOpener, decides, type SignedUpdate } from '../../shared/signed/update'
import { DAY_MS } from '../../shared/time'
import { prepareProducts } from '../feeds/prepare'
import { readFeedSettings, type SignedSource, signedSourceOf } from '../feeds/settings'
import { PYTH_FEEDS } from './feedIds'
import { pruneUpdates } from './updateLog'

const RATE = 25
const clock = new DevClock()
let hermes: DevHermes
let server: TestApp
let user: TestUser

beforeAll(async () => {
  hermes = await startDemoHermes(clock)
  // Nobody listens at the first address: what it would have comes from the second.
  const PYTH_URL = `http://127.0.0.1:9,${hermes.url}`
  const others = Object.keys(PYTH_FEEDS).filter((symbol) => symbol !== 'BTCUSDT')
  const FEED_SYMBOLS = others.map((symbol) => `pyth:${symbol}=-`).join()
  const feeds = readFeedSettings({ FEED: 'pyth', ...demoHermesSettings(hermes), PYTH_URL, FEED_SYMBOLS }, 'demo')
  server = await createTestApp({ clock, market: true, config: { feed: 'pyth', feeds } })
  user = await server.registerUser()
  await until('the first signed price', () => {
    const product = server.deps.market.productBySymbol('BTCUSDT')
    return product !== undefined && server.deps.market.isFresh(product, clock.now())
  })
})
afterEach(() => Object.assign(hermes.silence, { oracle: false, streams: false }))
afterAll(async () => {
  await server.close()
  await hermes.close()
})

/** Once prices are fresh and time runs as it does; `silence` begins right before the order. */
async function place(silence: Partial<DevHermes['silence']> = {}) {
  await until('fresh prices', () => {
    const product = server.deps.market.productBySymbol('BTCUSDT')
    return !clock.isRunning && product !== undefined && server.deps.market.isFresh(product, clock.now())
  })
  Object.assign(hermes.silence, silence)
  const placed = await server.call(user, 'POST', '/orders', asked(demoOrder()))
  expect(placed.statusCode).toBe(201)
  await server.deps.heads.seal()
  return placed.json<{ id: string; acceptance: { terms: { rule: number; source: string; instrument: string } } }>()
}

const get = async (path: string) => (await server.call(user, 'GET', `/orders/${path}`)).json()

/** Lets orders live until this one is closed; time then goes by as usual, since every fast second is signed and checked. */
async function settled(id: string) {
  clock.run(60_000, RATE)
  const isClosed = async () => {
    await server.deps.market.flush()
    await server.deps.heads.seal()
    await server.deps.settlement.runOnce()
    const order = await get(id)
    return order.closedAt === null ? undefined : order
  }
  const order = await until('the order to be closed', isClosed, { everyMs: 1_000 / RATE })
  clock.jump(0)
  return order
}

/** The updates of a receipt, each verified as whoever checks it would. */
function updatesOf(receipt: { updates: string[] }): SignedUpdate[] {
  const opener = createUpdateOpener(TEST_SIGNER_SET, (feed) => feed === PYTH_FEEDS.BTCUSDT)
  return receipt.updates.flatMap((hex) => opener.open(Buffer.from(hex, 'hex')).updates)
}

const secondOf = (iso: string) => Math.floor(Date.parse(iso) / 1_000)

const entered = (id: string) =>
  until('the entry', async () => {
    await server.deps.settlement.runOnce()
    return (await get(id)).entryPrice !== null
  })

test('a product says who signs its prices, and that test signers make them up', async () => {
  const product = async (symbol: string) => (await server.inject({ url: `/api/products/${symbol}` })).json<Product>()
  expect(await product('BTCUSDT')).toMatchObject({
    rule: 4,
    signers: { feed: PYTH_FEEDS.BTCUSDT, set: TEST_SIGNER_SET.id, needed: 3, of: 5 },
    invented: true,
  })
  expect((await server.inject({ url: '/api/app-info' })).json<AppInfo>().feed).toBe('simulated')
})

test('an order is decided by the two signed prices that its receipt shows', async () => {
  const { id, acceptance } = await place()
  const instrument = `${PYTH_FEEDS.BTCUSDT}:${TEST_SIGNER_SET.id}`
  expect(acceptance.terms).toMatchObject({ rule: 4, source: 'pyth', instrument })
  const order = await settled(id)
  expect(['won', 'lost', 'tie']).toContain(order.status)
  const receipt = await get(`${id}/receipt`)
  expect(receipt).toMatchObject({ format: 'fairtick-receipt-9', order: { entrySequence: null, exitSequence: null } })
  const [entry, exit] = updatesOf(receipt)
  if (!entry || !exit) throw new Error('a receipt shows both updates')
  expect(decides(entry, secondOf(order.acceptedAt) + 1)).toBe(true)
  expect(decides(exit, entry.publishAt + 30)).toBe(true)
  expect(Date.parse(order.expiresAt)).toBe((entry.publishAt + 30) * 1_000)
  // All digits of the feed decide; of those the order shows the product's, and others that are not zero.
  const { entryPrice } = receipt.order
  expect(entryPrice).toMatch(/^\d+\.\d{8}$/)
  expect(order.entryPrice).toBe(entryPrice.replace(/(\.\d+?)0+$/, '$1'))
  const move = Number(exit.price - entry.price)
  expect(order.status).toBe(move > 0 ? 'won' : move < 0 ? 'lost' : 'tie')
})

test('what the stream left out is fetched before an order is decided', async () => {
  const { id } = await place({ streams: true })
  clock.run(20_000, RATE)
  await entered(id)
  hermes.silence.streams = false
  const order = await settled(id)
  expect(order.status).not.toBe('void')
  expect(updatesOf(await get(`${id}/receipt`))).toHaveLength(2)
})

test('an oracle that is silent at the acceptance makes the order void, and the next price proves it', async () => {
  const { id } = await place({ oracle: true })
  clock.run(20_000, RATE)
  await until('the scenario to end', () => !clock.isRunning)
  hermes.silence.oracle = false
  const order = await settled(id)
  expect(order).toMatchObject({ status: 'void', voidReason: 'no_entry_tick', entryPrice: null })
  const [late, ...others] = updatesOf(await get(`${id}/receipt`))
  expect(others).toEqual([])
  expect(late && decides(late, secondOf(order.acceptedAt) + 1)).toBe(true)
  expect(late && late.publishAt - secondOf(order.acceptedAt)).toBeGreaterThan(5)
})

test('an oracle that is silent at the end makes the order void, and the next price proves it', async () => {
  const { id } = await place()
  clock.run(15_000, RATE)
  await entered(id)
  hermes.silence.oracle = true
  clock.run(60_000, RATE)
  await until('the scenario to end', () => !clock.isRunning)
  hermes.silence.oracle = false
  expect(await settled(id)).toMatchObject({ status: 'void', voidReason: 'stale_at_expiry', exitPrice: null })
  const [entry, late] = updatesOf(await get(`${id}/receipt`))
  expect(entry && late && decides(late, entry.publishAt + 30)).toBe(true)
  expect(entry && late && late.publishAt - entry.publishAt - 30).toBeGreaterThan(5)
})

test('an order whose price is not there waits for it, however late it comes, and that price decides', async () => {
  const { id } = await place({ oracle: true })
  clock.jump(11 * 60_000)
  await server.deps.settlement.runOnce()
  expect(await get(id)).toMatchObject({ status: 'pending', closedAt: null })
  hermes.silence.oracle = false
  expect(await settled(id)).toMatchObject({ status: 'void', voidReason: 'no_entry_tick', entryPrice: null })
  expect(updatesOf(await get(`${id}/receipt`))).toHaveLength(1)
})

test('an order that is settled twenty minutes late ends by the same two prices', async () => {
  const { id } = await place()
  clock.run(40_000, RATE)
  await entered(id)
  await until('the scenario to end', () => !clock.isRunning)
  await server.deps.market.flush()
  clock.jump(20 * 60_000)
  const order = await settled(id)
  expect(['won', 'lost', 'tie']).toContain(order.status)
  expect(Date.parse(order.closedAt) - Date.parse(order.expiresAt)).toBeGreaterThan(19 * 60_000)
  const [entry, exit] = updatesOf(await get(`${id}/receipt`))
  expect(entry && exit && decides(exit, entry.publishAt + 30)).toBe(true)
})

test('the auditor decides all of them again from the signatures', async () => {
  const sweep = createSignedResultsSweep([TEST_SIGNER_SET])
  const last = await sweep.last(server.database)
  expect(last).toBe(6n)
  expect(await sweep.find(server.database, 0n, last)).toEqual([])
  expect(await createResultsSweep().find(server.database, 0n, last)).toEqual([])
  // It trusts nothing of signers that it does not know.
  expect(await createSignedResultsSweep([]).find(server.database, 0n, last)).toHaveLength(6)
  const change = (column: string, value: string, where: string) =>
    undoneAsOwner(server.database, async (tx) => {
      await tx.query(`update trade_order set ${column} = ${value} where ${where}`)
      return (await sweep.find(tx, 0n, last)).length
    })
  expect(await change('entry_price', 'entry_price + 1', 'exit_price is not null')).toBe(3)
  expect(await change('exit_update', 'entry_update', 'exit_price is not null')).toBe(3)
  expect(
    await change('exit_update', `set_byte(exit_update, 30, get_byte(exit_update, 30) # 1)`, 'exit_price is not null'),
  ).toBe(3)
  expect(await change('entry_update', 'null', 'void_reason = void_no_entry_tick()')).toBe(2)
  expect(await change('void_reason', 'void_too_few_ticks()', 'void_reason = void_no_entry_tick()')).toBe(2)
})

test('what is an hour old and decided nothing is deleted, and orders keep theirs', async () => {
  // The oracle continues: what it publishes from now on does not count, nor what is about to be stored.
  const newest = await server.database.first<{ at: bigint }>('select max(publish_at) - 30 as at from signed_update')
  const count = async () =>
    (
      await server.database.first<{ count: bigint }>('select count(*) from signed_update where publish_at <= $1', [
        newest?.at,
      ])
    )?.count ?? 0n
  expect(await count()).toBeGreaterThan(0n)
  await pruneUpdates(server.database, clock.now() + 2 * 3_600_000)
  expect(await count()).toBe(0n)
  expect(await createSignedResultsSweep([TEST_SIGNER_SET]).find(server.database, 0n, 6n)).toEqual([])
})

test('an order whose signers stop for good ends as void after a day without prices, and its receipt shows that day', async () => {
  const { id } = await place()
  clock.run(15_000, RATE)
  await entered(id)
  hermes.silence.oracle = true
  await until('the scenario to end', () => !clock.isRunning)
  clock.jump(DAY_MS - 60_000)
  await server.deps.market.flush()
  await server.deps.heads.seal()
  await server.deps.settlement.runOnce()
  expect(await get(id)).toMatchObject({ status: 'open', closedAt: null })
  clock.jump(120_000)
  expect(await settled(id)).toMatchObject({ status: 'void', voidReason: 'stale_at_expiry', exitPrice: null })
  const receipt = await get(`${id}/receipt`)
  expect(receipt.updates).toHaveLength(1)
  const file = join(mkdtempSync(join(tmpdir(), 'fairtick-silence-')), 'receipt.json')
  writeFileSync(file, JSON.stringify(receipt))
  const script = join(projectRoot(), 'scripts/verify-receipt.mjs')
  const { stdout } = spawnSync(process.execPath, [script, file, '--signers', TEST_SIGNERS], { encoding: 'utf8' })
  expect(stdout).toMatch(/ holds: /)
  const sweep = createSignedResultsSweep([TEST_SIGNER_SET])
  expect(await sweep.find(server.database, 0n, await sweep.last(server.database))).toEqual([])
})

test('a node with other signers does not start while orders wait for those before', async () => {
  await place({ oracle: true })
  const other = { ...signedSourceOf(server.deps.config.feeds) } as SignedSource
  const feeds = {
    ...server.deps.config.feeds,
    sources: [{ ...other, set: { ...other.set, id: `0${TEST_SIGNER_SET.id}` } }],
  }
  await expect(prepareProducts(server.database, feeds, 2)).rejects.toThrow(/^Orders of BTCUSDT wait for prices of the/)
})
