import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathOf } from '../../scripts/check-simulated-prices.mjs'
import { createDeps } from '../../server/src/deps'
import { createDevFeed } from '../../server/src/dev/devFeed'
import { appendFeedEvent } from '../../server/src/market/feedEvents'
import { readFeedSettings } from '../../server/src/market/feeds/settings'
import { pricePath } from '../../server/src/market/simulated/path'
import { createTestApp, type TestApp } from '../../server/test/app'

/** An hour of this market has a minute, so that some pass. */
const HOUR_MS = 60_000
const NOON = Date.UTC(2026, 0, 5, 12)
const at = (minute: number, second = 30) => new Date(NOON + minute * HOUR_MS + second * 1_000).toISOString()

const dev = createDevFeed()
let server: TestApp
let url: string
/** Market of the node that writes prices. */
let market: TestApp['deps']['market']
beforeAll(async () => {
  const feeds = { ...readFeedSettings({ FEED: 'simulated' }, 'demo'), simulatedHourMs: HOUR_MS }
  server = await createTestApp({ market: true, wrapFeed: dev.wrap, config: { feeds } })
  market = server.deps.market
  url = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await market.stop()
  await server.close()
})

/** Time goes by, and heads are made. */
async function pass(seconds: number) {
  for (let second = 0; second < seconds; second += 2) {
    for (let step = 0; step < 20; step++) await server.clock.advance(100)
    await market.flush()
    await server.deps.heads.seal()
  }
}

/** Runs the script: exit code and lines. */
function script(...options: string[]): Promise<{ status: number; lines: string[] }> {
  const path = join(__dirname, '../../scripts/check-simulated-prices.mjs')
  return new Promise((resolve) => {
    execFile(process.execPath, [path, url, ...options], (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, lines: (stdout + stderr).trimEnd().split('\n') }),
    )
  })
}

test('the script computes the digits of the server, hour by hour', () => {
  for (const [symbol, price, decimals] of [
    ['BTCUSDT', '68412.5', 1],
    ['EURUSD', '1.08425', 5],
  ] as const) {
    const model = { anchor: Number(price), volatility: 0.55, tickEveryMs: 450, size: 0.15 }
    const hour = { fromMs: NOON, untilMs: NOON + 3_600_000, seed: 'ab'.repeat(32), plan: [] }
    const own = [...pricePath(hour, { symbol, price, decimals, model })]
    const { anchor, volatility, tickEveryMs: every, size } = model
    const other = pathOf(
      { seed: hour.seed, from: hour.fromMs, until: hour.untilMs },
      { symbol, price, decimals, anchor, volatility, every, size },
    )
    expect(own.length).toBeGreaterThan(6_000)
    expect([...other].map(([atMs, tick]) => ({ atMs, ...(tick as object) }))).toEqual(own)
  }
})

test('an honest hour holds, one in which the feed began again and one moved by hand are named as such', async () => {
  // From the start at noon; the first minute is sealed at once, the second one before it begins.
  await pass(76)
  const first = await script('--at', at(0))
  expect(first.lines.at(-1)).toMatch(/^holds: \d+ ticks of 15 products from 2026-01-05T12:00:00.000Z to /)
  expect(first.status).toBe(0)

  // The feed ends and begins in the middle of the second minute.
  await market.stop()
  await server.clock.advance(4_000)
  const { config, log, database, clock } = server.deps
  market = createDeps({ config, log, database, clock, wrapFeed: dev.wrap }).market
  await market.start()
  await pass(62)
  const second = await script('--at', at(1))
  expect(second.lines.at(-1)).toMatch(/^holds: /)
  expect(await script('--symbol', 'BTCUSDT')).toMatchObject({ status: 0 })

  dev.scale = 1.01
  await appendFeedEvent(server.deps.database, server.clock.now(), 'moved', [1.01, '-'])
  await pass(60)
  const third = await script('--at', at(2))
  expect(third.status).toBe(1)
  expect(third.lines.join('\n')).toMatch(/does not hold: the market was moved by hand at .* 1.01 times its prices/)
})

test('a price, a seed or a gap that was not fixed is named', async () => {
  dev.scale = 1
  await appendFeedEvent(server.deps.database, server.clock.now(), 'moved', [1, '-'])
  await pass(120)
  const hour = 4
  expect(await script('--at', at(hour), '--symbol', 'BTCUSDT')).toMatchObject({ status: 0 })

  // A dishonest house writes another price before a head has it.
  dev.scale = 1.0001
  await pass(70)
  dev.scale = 1
  const moved = await script('--at', at(hour + 1), '--symbol', 'BTCUSDT')
  expect(moved.status).toBe(1)
  expect(moved.lines.join('\n')).toMatch(/does not hold: tick \d+ of BTCUSDT, .* is [\d.]+ \(.*\), and was fixed as/)

  // It says nothing for a while.
  await pass(30)
  dev.silent = true
  await pass(20)
  dev.silent = false
  await pass(60)
  const silent = await script('--at', at(hour + 3), '--symbol', 'BTCUSDT')
  expect(silent.lines.join('\n')).toMatch(
    /\d+ prices of BTCUSDT are not in its log, from .* and the log of feeds says of 0/,
  )

  // It gives another seed than the one whose hash was public.
  const from = NOON + hour * HOUR_MS
  const plan = 'BTCUSDT:68412.5:1:68412.5:0.55:450:0.15'
  const fields = [from, from + HOUR_MS, '0'.repeat(64), plan]
  await appendFeedEvent(server.deps.database, server.clock.now(), 'revealed', fields)
  await pass(2)
  const seeded = await script('--at', at(hour), '--symbol', 'BTCUSDT')
  expect(seeded.lines).toContain(
    `does not hold: no entry before ${new Date(from).toISOString()} has the hash of the seed that is public now`,
  )
})
