import { TestClock } from '../../../test/testClock'
import { calendarState } from '../calendar'
import { DEMO_PRODUCTS } from '../demoProducts'
import type { FeedTick } from '../feed'
import { createSimulatedFeed } from './simulatedFeed'

const PRICES: Record<string, string> = { BTCUSDT: '68412.5', XAUUSD: '2391.80', HSI: '18207.1' }
const products = DEMO_PRODUCTS.filter(({ symbol }) => symbol in PRICES).map((product) => ({
  ...product,
  lastPrice: PRICES[product.symbol] ?? '1',
}))

async function record(seed: string, startAt: string, forMs: number) {
  const clock = new TestClock(Date.parse(startAt))
  const ticks: (FeedTick & { heardAtMs: number })[] = []
  const feed = createSimulatedFeed({ clock, products, seed })
  feed.start((tick) => ticks.push({ ...tick, heardAtMs: clock.now() }))
  await clock.advance(forMs)
  await feed.stop()
  return ticks
}

const of = (ticks: FeedTick[], symbol: string) => ticks.filter((tick) => tick.symbol === symbol)

test('the same seed and clock give the same market, another seed another', async () => {
  const first = await record('one', '2026-11-20T12:00:00Z', 20_000)
  expect(await record('one', '2026-11-20T12:00:00Z', 20_000)).toEqual(first)
  expect(await record('two', '2026-11-20T12:00:00Z', 20_000)).not.toEqual(first)
})

test('one to three ticks a second, in order, with the digits of the product, near where it began', async () => {
  const bitcoin = of(await record('rate', '2026-11-20T12:00:00Z', 120_000), 'BTCUSDT')
  expect(bitcoin.length).toBeGreaterThan(120)
  expect(bitcoin.length).toBeLessThan(400)
  let before = 0
  for (const { price, size, sourceAtMs } of bitcoin) {
    expect(price).toMatch(/^\d+\.\d$/)
    expect(size).toMatch(/^\d+\.\d{4}$/)
    expect(Math.abs(Number(price) / 68_412.5 - 1)).toBeLessThan(0.02)
    expect(sourceAtMs).toBeGreaterThanOrEqual(before)
    before = sourceAtMs
  }
  expect(new Set(bitcoin.map((tick) => tick.price)).size).toBeGreaterThan(20)
})

test('a closed market is silent and starts to tick when it opens', async () => {
  // Hong Kong opens at 01:30Z on this Friday.
  const ticks = await record('hours', '2026-11-20T01:29:30Z', 60_000)
  const hangSeng = products.find(({ symbol }) => symbol === 'HSI')
  const heard = of(ticks, 'HSI')
  expect(heard.length).toBeGreaterThan(10)
  for (const tick of heard) {
    expect(hangSeng && calendarState(hangSeng.calendar, tick.sourceAtMs).status).toBe('open')
  }
})

test('a process that was held up goes on with the present instead of replaying the past', async () => {
  const clock = new TestClock(Date.parse('2026-11-20T12:00:00Z'))
  const ticks: FeedTick[] = []
  const feed = createSimulatedFeed({ clock, products, seed: 'pause' })
  feed.start((tick) => ticks.push(tick))
  await clock.advance(1_000)
  const before = ticks.length
  const now = clock.now.bind(clock)
  clock.now = () => now() + 600_000
  await clock.advance(100)
  expect(ticks.length - before).toBeLessThan(10)
  await clock.advance(2_000)
  expect(ticks.length - before).toBeGreaterThan(3)
  await feed.stop()
})
