import type { Tick } from '../../contract/market'
import { NOON, quoteOf } from '../../test/client/factories'
import { answered, fakeHttp, refused } from '../../test/client/http'
import type { ApiResult } from '../api/http'
import { TrailsStore } from './TrailsStore'

const clock = { serverNow: () => NOON + 60_000 }
const tick = (seconds: number, price: string): Tick => {
  const at = NOON + seconds * 1_000
  const origin = { source: 'simulated', sourceAt: at, instrument: '-', trade: null }
  return { sequence: seconds + 100, at, price, size: '1', ...origin }
}
const quote = (seconds: number, price: string) => quoteOf({ at: NOON + seconds * 1_000, price })

function setUp(held: Map<string, number>, answer: ApiResult<{ items: Tick[] }> = refused('network')) {
  const listTicks = jest.fn(async (_: unknown) => answer)
  const trails = new TrailsStore({ http: fakeHttp({ listTicks }), orders: { heldSince: held }, clock })
  const seen = (symbol = 'BTCUSDT') =>
    trails.trailOf(symbol).points.map(({ at, price }) => [(at - NOON) / 1_000, price] as const)
  return { trails, listTicks, seen }
}

test('only held products leave a trail, and it goes when nothing is held any more', () => {
  const held = new Map([['BTCUSDT', NOON]])
  const { trails, seen } = setUp(held)
  trails.applyQuotes([quote(1, '100.0'), quoteOf({ symbol: 'XAU', at: NOON })])
  trails.applyQuotes([quote(3, '101.5')])
  expect(seen()).toEqual([
    [1, 100],
    [3, 101.5],
  ])
  expect(seen('XAU')).toEqual([])
  held.clear()
  trails.applyQuotes([])
  expect(seen()).toEqual([])
})

test('what was not heard comes from the tick log: the beginning and the gaps, nothing from before the order', async () => {
  const items = [tick(-1, '90'), tick(5, '95'), tick(20, '98'), tick(40, '99'), tick(50, '100')]
  const { trails, listTicks, seen } = setUp(new Map([['BTCUSDT', NOON]]), answered({ items }))
  trails.applyQuotes([quote(20, '98')])
  trails.applyQuotes([quote(55, '101')])
  await trails.load()
  expect(listTicks).toHaveBeenCalledWith({ params: { symbol: 'BTCUSDT' }, query: { limit: 240 } })
  expect(seen()).toEqual([
    [5, 95],
    [20, 98],
    [40, 99],
    [50, 100],
    [55, 101],
  ])
})

test('an order as old as a day asks for one answer, and one that has just begun for nothing', async () => {
  const held = new Map([['BTCUSDT', NOON - 86_400_000]]).set('XAU', NOON + 58_500)
  const { trails, listTicks } = setUp(held)
  await trails.load()
  expect(listTicks.mock.calls).toEqual([[{ params: { symbol: 'BTCUSDT' }, query: { limit: 1_000 } }]])
})

test('without an answer the trail is what was heard, and a late answer for an order that is over leaves none', async () => {
  const held = new Map([['BTCUSDT', NOON]])
  const alone = setUp(held)
  alone.trails.applyQuotes([quote(20, '98')])
  await alone.trails.load()
  expect(alone.seen()).toEqual([[20, 98]])

  const late = setUp(held, answered({ items: [tick(5, '95')] }))
  const loading = late.trails.load()
  held.clear()
  await loading
  expect(late.seen()).toEqual([])
})
