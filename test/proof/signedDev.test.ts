import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SignedReceipt } from '../../contract/proof'
import { checkSignedReceipt, knownSigners } from '../../proof/signed/check'
import { demoHermesSettings, startDemoHermes } from '../../server/src/dev/demoHermes'
import { DevClock } from '../../server/src/dev/devClock'
import { createDevFeed } from '../../server/src/dev/devFeed'
import type { DevHermes } from '../../server/src/dev/hermes'
import { readFeedSettings } from '../../server/src/market/feeds/settings'
import { TEST_SIGNERS } from '../../server/src/shared/signed/signerSet'
import { createTestApp, type TestApp, type TestUser } from '../../server/test/app'
import { asked } from '../../server/test/asks'
import { newId } from '../../server/test/ids'
import { orderProblems } from '../../src/domain/proof/sameOrder'
import { until } from '../support/until'
import { node, python } from './scripts'

/**
 * The whole way as `FEED=pyth npm run dev` goes it, with the market in the hand of QA: an order of each kind on prices that test
 * signers sign, and its receipt before all three verifiers when the server and the oracle are gone.
 */
const RATE = 25
/** Time passes in small steps, each only once the prices of the one before are there: a machine that pauses ends no order early. */
const STEP_MS = 2_000
/** Longer than an order lives and a price may be old. */
const SILENCE_MS = 60_000
const clock = new DevClock()
const market = createDevFeed()
const folder = mkdtempSync(join(tmpdir(), 'fairtick-signed-'))
let hermes: DevHermes | undefined
let server: TestApp | undefined
afterAll(async () => {
  await server?.close()
  await hermes?.close()
  rmSync(folder, { recursive: true })
})

/** An order that the price will rise; `meanwhile` is what QA does once it has its entry. */
async function trade(app: TestApp, user: TestUser, meanwhile: () => void): Promise<SignedReceipt> {
  const { deps } = app
  const isReady = () => {
    const product = deps.market.productBySymbol('BTCUSDT')
    return !clock.isRunning && product !== undefined && deps.market.isFresh(product, clock.now())
  }
  await until('fresh prices', isReady)
  const id = newId()
  const terms = {
    symbol: 'BTCUSDT',
    direction: 'up',
    stake: '100.00',
    durationSeconds: 30,
    earningsRateBp: 7_500,
  } as const
  const placed = await app.call(user, 'POST', '/orders', asked({ id, ...terms }))
  expect(placed.statusCode).toBe(201)
  // A server makes heads all the time: the order is in one before its entry can be known.
  await deps.heads.seal()
  const get = async (path: string) => (await app.call(user, 'GET', `/orders/${path}`)).json()
  const comes = (what: string, has: (order: Record<string, unknown>) => boolean) =>
    until(what, async () => {
      if (isReady() || (isSilent() && !clock.isRunning)) clock.run(STEP_MS, RATE)
      await deps.market.flush()
      await deps.settlement.runOnce()
      return has(await get(id))
    })
  await comes('the entry', ({ entryPrice, closedAt }) => entryPrice !== null || closedAt !== null || isSilent())
  meanwhile()
  await comes('the end', ({ closedAt }) => closedAt !== null)
  const [order, receipt] = [await get(id), await get(`${id}/receipt`)]
  // Shown without zeros that say nothing, and the same order to the app.
  for (const price of [order.entryPrice, order.exitPrice]) expect(price ?? '').not.toMatch(/\.\d+0$/)
  expect(orderProblems(id, order, receipt)).toEqual([])
  return receipt
}
const isSilent = () => hermes?.silence.oracle === true

/** What each verifier says of a receipt, with nothing to ask. */
async function verdicts(receipt: SignedReceipt) {
  const file = join(folder, 'receipt.json')
  writeFileSync(file, JSON.stringify(receipt))
  const { problems, verdict, signed } = await checkSignedReceipt(receipt, knownSigners(TEST_SIGNERS), async () => {})
  const [byNode, byPython] = await Promise.all([
    node(file, '--signers', TEST_SIGNERS),
    python(file, '--signers', TEST_SIGNERS),
  ])
  return {
    app: { problems, status: verdict?.status, byTest: signed?.byTest },
    node: [byNode.status, byNode.lines.at(-1)],
    python: [byPython.status, byPython.lines.at(-1)],
    notes: [byNode, byPython].map(({ lines }) => lines.some((line) => /^NOTE +not independent: /.test(line))),
  }
}

test('won, lost, tie and void on signed prices: three verifiers say so when nobody is left to ask', async () => {
  hermes = await startDemoHermes(clock, market.wrap)
  const feeds = readFeedSettings({ FEED: 'pyth', ...demoHermesSettings(hermes) }, 'demo')
  server = await createTestApp({ clock, market: true, config: { feed: 'pyth', feeds } })
  const user = await server.registerUser()
  const { silence } = hermes

  let endOfSilence: Promise<void> | undefined
  const receipts = new Map<string, SignedReceipt>()
  receipts.set(
    'won',
    await trade(server, user, () => {
      market.scale *= 1.05
    }),
  )
  receipts.set(
    'lost',
    await trade(server, user, () => {
      market.scale *= 0.95
    }),
  )
  market.still = true
  receipts.set('tie', await trade(server, user, () => {}))
  market.still = false
  receipts.set(
    'void',
    await trade(server, user, () => {
      silence.oracle = true
      clock.run(SILENCE_MS, RATE)
      // By the clock of QA, which a busy machine makes slower.
      const ends = clock.now() + SILENCE_MS
      endOfSilence = until('the end of the silence', () => clock.now() >= ends).then(() => {
        silence.oracle = false
      })
    }),
  )
  await endOfSilence
  await server.close()
  await hermes.close()
  ;[server, hermes] = [undefined, undefined]

  for (const [kind, receipt] of receipts) {
    const said = await verdicts(receipt)
    expect(said).toEqual({
      app: { problems: [], status: kind, byTest: true },
      node: [0, expect.stringContaining(`, ${kind}; code `)],
      python: [0, 'holds'],
      notes: [true, true],
    })
  }
})
