import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { pause, until } from '../../../../test/support/until'
import { DevClock } from '../../dev/devClock'
import { type DevHermes, startDevHermes } from '../../dev/hermes'
import { TEST_SIGNER_SET } from '../../dev/testSigners'
import { signTestPrices } from '../../dev/testUpdates'
import { present } from '../../shared/assert'
import { systemClock } from '../../shared/clock'
import { createLog } from '../../shared/log'
import type { SignedUpdate } from '../../shared/signed/update'
import { DEMO_PRODUCTS } from '../demoProducts'
import type { FeedTick } from '../feed'
import { CONNECTION_TIMES } from '../feeds/connection'
import { createTally } from '../feeds/metrics'
import { PYTH_FEEDS } from './feedIds'
import { createPythSource } from './pythSource'

const KEY = 'the right key'
const feedOf = (symbol: string) => present(PYTH_FEEDS[symbol], 'it has one')
const FEEDS = { BTCUSDT: feedOf('BTCUSDT'), EURUSD: feedOf('EURUSD') }
/** Three that trade at every hour. */
const CRYPTO = { BTCUSDT: feedOf('BTCUSDT'), ETHUSDT: feedOf('ETHUSDT'), SOLUSDT: feedOf('SOLUSDT') }
const clock = new DevClock()
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function hermes(at = clock, feeds: Record<string, string> = FEEDS): Promise<DevHermes> {
  const products = DEMO_PRODUCTS.map((product) => ({ ...product, lastPrice: '100' }))
  const started = await startDevHermes({ clock: at, products, feeds, seed: 'a seed', key: KEY })
  open.push(started)
  return started
}

/** An address that answers each stream with updates that too few signers have signed. */
async function liar(): Promise<string> {
  const publishAt = Math.floor(clock.now() / 1_000)
  const price = { feed: FEEDS.BTCUSDT, price: 1n, expo: 0, publishAt, previousAt: publishAt - 1 }
  const bytes = signTestPrices([price], { sequence: 1, signers: [0, 1] }).update([FEEDS.BTCUSDT])
  const text = JSON.stringify({ binary: { data: [bytes.toString('hex')] } })
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data:${text}\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Listens to addresses; what is counted is asked for by the labels of its metric. */
function listen(urls: string[], { apiKey = KEY, feeds = FEEDS as Record<string, string> } = {}) {
  const registry = new Registry()
  const ticks: FeedTick[] = []
  const kept: SignedUpdate[] = []
  const source = createPythSource({
    source: { kind: 'pyth', urls, apiKey, set: TEST_SIGNER_SET },
    symbols: new Map(Object.entries(feeds).map(([symbol, feed]) => [feed, symbol])),
    isTrading: () => true,
    decimalsOf: () => 2,
    skewMs: 5_000,
    times: { ...CONNECTION_TIMES, backoffMinMs: 50, backoffMaxMs: 200, askAgainMs: 1_500 },
    clock,
    log: createLog('silent'),
    tally: createTally(registry),
    note: () => undefined,
    keep: (_, update) => kept.push(update),
    random: Math.random,
  })
  source.start((tick) => ticks.push(tick))
  // The client stops first, or it would ask again.
  open.unshift({ close: source.stop })
  return {
    source,
    ticks,
    kept,
    counted: async (label: string | RegExp) => (await registry.metrics()).search(label) >= 0,
  }
}

const secondsOf = (ticks: readonly FeedTick[]) =>
  ticks.filter(({ symbol }) => symbol === 'BTCUSDT').map(({ sourceAtMs }) => sourceAtMs / 1_000)

test('of two addresses each second is taken once, and the other goes on when one is gone', async () => {
  const [one, other] = [await hermes(), await hermes()]
  const { source, ticks, kept, counted } = listen([one.url, other.url])
  await until('both to have sent the same second', () => counted('outcome="duplicate"'))
  await one.close()
  open.splice(open.indexOf(one), 1)
  const before = secondsOf(ticks).length
  await until('two more seconds', () => secondsOf(ticks).length >= before + 2)
  expect(source.state().status).toBe('connected')
  const seconds = secondsOf(ticks)
  expect(seconds).toEqual([...new Set(seconds)].sort((a, b) => a - b))
  // The market shows two digits of the eight that are signed.
  for (const { price } of ticks) expect(price).toMatch(/^\d+\.\d{2}$/)
  expect(kept.map(({ expo }) => expo)).toEqual(ticks.map(() => -8))
})

test('with a wrong key nothing comes, and the metrics say why', async () => {
  const { url } = await hermes()
  const { source, ticks, counted } = listen([url], { apiKey: 'a wrong key' })
  await until('a refusal', () => counted('cause="http_401"'))
  expect(source.state()).toEqual({ source: 'pyth', status: 'down', lastTickAtMs: undefined, missing: [] })
  expect(ticks).toEqual([])
})

test('what too few have signed is counted and not shown, and the other address goes on', async () => {
  const { url } = await hermes()
  const { ticks, kept, counted } = listen([await liar(), url])
  await until('the wrong one', () => counted('outcome="no_quorum"'))
  await until('a right one', () => secondsOf(ticks).length > 0)
  expect(kept.filter(({ price }) => price === 1n)).toEqual([])
})

test('no price is signed while a market is closed', async () => {
  const now = systemClock.now()
  const monday = Date.UTC(2030, 0, 7, 12)
  const saturday = new DevClock(Date.UTC(2030, 0, 5, 12) - now)
  const { url } = await hermes(saturday)
  const status = async (feed: string) =>
    (await fetch(`${url}/v2/updates/price/latest?ids[]=${feed}`, { headers: { authorization: `Bearer ${KEY}` } }))
      .status
  await until('a price of the market that never closes', async () => (await status(FEEDS.BTCUSDT)) === 200)
  // As long as a price of an open market takes to be signed: currencies rest on weekends, unlike gold.
  await pause(2_000)
  expect(await status(FEEDS.EURUSD)).toBe(404)
  saturday.jump(monday - saturday.now())
  await until('a price of the market that has opened', async () => (await status(FEEDS.EURUSD)) === 200)
})

const symbolsOf = (ticks: readonly FeedTick[]) => [...new Set(ticks.map(({ symbol }) => symbol))].sort()

test.each([
  ['ignored', 'unknown'],
  ['named', 'refused'],
  ['unnamed', 'refused'],
] as const)(
  'a withdrawn feed (%s by the oracle) is named, the others go on, and it returns by itself',
  async (answer, why) => {
    const [one, other] = [await hermes(clock, CRYPTO), await hermes(clock, CRYPTO)]
    const both = [one, other]
    const { source, ticks } = listen([one.url, other.url], { feeds: CRYPTO })
    await until('all of them', () => symbolsOf(ticks).length === 3)
    for (const each of both) {
      each.withdrawn.answer = answer
      each.withdraw(CRYPTO.ETHUSDT)
    }
    const missing = [{ symbol: 'ETHUSDT', name: CRYPTO.ETHUSDT, why }]
    await until('it is named', () => JSON.stringify(source.state().missing) === JSON.stringify(missing))
    let from = ticks.length
    await until('the others go on', () => symbolsOf(ticks.slice(from)).join() === 'BTCUSDT,SOLUSDT')
    expect(source.state().status).toBe('connected')
    for (const { withdrawn } of both) withdrawn.feeds.clear()
    from = ticks.length
    await until('it is back', () => symbolsOf(ticks.slice(from)).length === 3)
    expect(source.state().missing).toEqual([])
  },
)

test('a name that the oracle does not know at the start is named at once, and an oracle that knows none is down', async () => {
  const two = { BTCUSDT: CRYPTO.BTCUSDT, SOLUSDT: CRYPTO.SOLUSDT }
  const { url, withdrawn } = await hermes(clock, two)
  const { source, ticks } = listen([url], { feeds: CRYPTO })
  const named = () => source.state().missing.map(({ symbol, why }) => `${symbol} ${why}`)
  await until('its name', () => named().join() === 'ETHUSDT unknown')
  expect(symbolsOf(ticks)).toEqual(['BTCUSDT', 'SOLUSDT'])
  withdrawn.answer = 'named'
  const strict = await hermes(clock, {})
  strict.withdrawn.answer = 'named'
  const none = listen([strict.url], { feeds: CRYPTO })
  await until('it is refused often', () => none.counted(/cause="http_404"} \d\d/))
  expect(none.source.state()).toEqual({ source: 'pyth', status: 'down', lastTickAtMs: undefined, missing: [] })
})
