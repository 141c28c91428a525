import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SignedReceipt } from '../../contract/proof'
import { checkSignedReceipt } from '../../proof/signed/receipt'
import { knownSigners } from '../../proof/signed/signers'
import { findingsOf } from '../../scripts/verify-receipt.mjs'
import { createSignedResultsSweep } from '../../server/src/auditor/signedResultsSweep'
import { demoHermesSettings, startDemoHermes } from '../../server/src/dev/demoHermes'
import { DevClock } from '../../server/src/dev/devClock'
import type { DevHermes } from '../../server/src/dev/hermes'
import { TEST_SIGNER_SET } from '../../server/src/dev/testSigners'
import { readFeedSettings } from '../../server/src/market/feeds/settings'
import { createTestApp, type TestApp, type TestUser } from '../../server/test/app'
import { asked } from '../../server/test/asks'
import { newId } from '../../server/test/ids'
import { seeded } from '../oracle/randomStream'
import { until } from '../support/until'
import { SIGNERS } from './forgeSigned'
import { python } from './scripts'

/** An oracle that is silent at random: what the database decides then, the auditor and all three verifiers decide, too. */
const RATE = 25
const HEAD_EVERY_MS = 4_000
const STEPS = 14
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const clock = new DevClock()
const folder = mkdtempSync(join(tmpdir(), 'fairtick-streams-'))
let hermes: DevHermes
let server: TestApp
let user: TestUser

beforeAll(async () => {
  hermes = await startDemoHermes(clock)
  const feeds = readFeedSettings({ FEED: 'pyth', ...demoHermesSettings(hermes) }, 'demo')
  server = await createTestApp({ clock, market: true, config: { feed: 'pyth', feeds } })
  user = await server.registerUser()
})
afterAll(async () => {
  await server.close()
  await hermes.close()
})

const isFresh = () => {
  const product = server.deps.market.productBySymbol('BTCUSDT')
  return product !== undefined && server.deps.market.isFresh(product, clock.now())
}
const get = async (path: string) => (await server.call(user, 'GET', `/orders/${path}`)).json()

async function place(direction: 'up' | 'down'): Promise<string> {
  const order = {
    id: newId(),
    symbol: 'BTCUSDT',
    direction,
    stake: '10.00',
    durationSeconds: 30,
    earningsRateBp: 7_500,
  }
  const payload = asked(order)
  const placed = await server.call(user, 'POST', '/orders', payload)
  expect([placed.statusCode, placed.body]).toEqual([201, placed.body])
  // Time runs quickly from here on: the order is in a head before that, as it would be.
  await server.deps.heads.seal()
  return order.id
}

async function run(ms: number) {
  clock.run(ms, RATE)
  await until('the scenario to end', () => !clock.isRunning)
  await server.deps.settlement.runOnce()
}

/** Orders of random directions, while the oracle falls silent and speaks again at random. */
async function placeAtRandom(): Promise<string[]> {
  const random = seeded(SEED)
  const placed: string[] = []
  for (let step = 0; step < STEPS; step++) {
    if (!hermes.silence.oracle) {
      await until('fresh prices', isFresh)
      placed.push(await place(random() < 0.5 ? 'up' : 'down'))
    }
    // The first one is decided by prices, and the second one has no entry.
    hermes.silence.oracle = step > 0 && (step === 1 || random() < 0.4)
    await run(step === 0 ? 40_000 : 2_000 + Math.floor(random() * 14_000))
  }
  hermes.silence.oracle = false
  return placed
}

async function receiptOf(id: string): Promise<SignedReceipt> {
  await until(
    'the order to be closed',
    async () => {
      // The simulated market has its own breaks, which can come last.
      if (!clock.isRunning) clock.run(10_000, RATE)
      // A node makes a head every few seconds: an order that nothing followed is decided by its time.
      await server.deps.heads.renew(HEAD_EVERY_MS)
      await server.deps.settlement.runOnce()
      return (await get(id)).closedAt !== null
    },
    {
      describe: async () => JSON.stringify({ seed: SEED, order: await get(id), fresh: isFresh() }),
    },
  )
  return get(`${id}/receipt`)
}

test('what the database decides holds for the auditor, the app and both scripts', async () => {
  const ids = await placeAtRandom()
  await run(60_000)
  const receipts: SignedReceipt[] = []
  for (const id of ids) receipts.push(await receiptOf(id))
  const file = join(folder, 'receipts.jsonl')
  writeFileSync(file, receipts.map((receipt) => `${JSON.stringify(receipt)}\n`).join(''))
  const { lines } = await python('--lines', file, '--signers', SIGNERS)
  for (const [at, receipt] of receipts.entries()) {
    const app = await checkSignedReceipt(receipt, knownSigners(SIGNERS), async () => undefined)
    const { status, voidReason } = receipt.order
    const said = {
      app: app.problems,
      verdict: app.verdict,
      node: await findingsOf(receipt, [SIGNERS]),
      python: lines[at],
    }
    expect({ seed: SEED, at, ...said }).toEqual({
      seed: SEED,
      at,
      app: [],
      node: [],
      python: expect.stringMatching(/^holds/),
      verdict: expect.objectContaining({ status, voidReason }),
    })
  }
  const ends = new Set(receipts.map(({ order }) => order.voidReason ?? 'price'))
  expect([ends.has('price'), ends.has('no_entry_tick')]).toEqual([true, true])
  const sweep = createSignedResultsSweep([TEST_SIGNER_SET])
  const last = await sweep.last(server.database)
  expect(last).toBe(BigInt(ids.length))
  expect(await sweep.find(server.database, 0n, last)).toEqual([])
})
