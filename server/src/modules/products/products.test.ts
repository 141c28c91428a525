import { LOCALES } from '../../../../contract/locales'
import type { CandleList, Product, ProductSummary, TickList } from '../../../../contract/market'
import { server, withServer } from '../../../test/serverOfFile'

withServer({ market: true })
beforeAll(async () => {
  await server.clock.advance(5_000)
  await server.deps.market.flush()
})

async function get<T>(url: string, headers: Record<string, string> = {}) {
  const response = await server.inject({ method: 'GET', url: `/api${url}`, headers })
  return { status: response.statusCode, body: response.json<T>() }
}

test('the list is full: names, quotes and a line of the last 24 hours', async () => {
  const { body } = await get<{ items: ProductSummary[] }>('/products')
  expect(body.items.length).toBeGreaterThanOrEqual(15)
  expect(new Set(body.items.map((item) => item.category)).size).toBe(5)
  const recommended = body.items.filter((item) => item.recommended).map((item) => item.symbol)
  expect(recommended.slice(0, 5)).toEqual(['BTCUSDT', 'XAUUSD', 'WTI', 'ETHUSDT', 'HSI'])
  for (const { quote, spark, status, opensAt } of body.items) {
    expect(quote).not.toBeNull()
    expect(spark.length).toBeLessThanOrEqual(48)
    if (status === 'closed') expect(opensAt).not.toBeNull()
  }
  expect(body.items[0]?.spark.length).toBeGreaterThan(40)
})

test.each(LOCALES)('every product has a name of its own in %s', async (locale) => {
  const { body } = await get<{ items: ProductSummary[] }>('/products', { 'accept-language': locale })
  expect(body.items.filter((item) => item.name.trim() === '')).toEqual([])
  expect(new Set(body.items.map((item) => item.name)).size).toBe(body.items.length)
})

test('names follow Accept-Language', async () => {
  const nameIn = async (locale: string) =>
    (await get<Product>('/products/XAUUSD', { 'accept-language': locale })).body.name
  expect(await nameIn('zh-CN')).toBe('黄金')
  expect(await nameIn('en-US,en;q=0.9')).toBe('Gold')
})

test('a product states its terms', async () => {
  const { body } = await get<Product>('/products/BTCUSDT')
  expect(body).toMatchObject({ stakeMin: '1.00', stakeMax: '999999.00', source: 'simulated', status: 'open' })
  expect(body).toMatchObject({ rule: 3, signers: null, invented: true })
  expect(body.stakePresets).toEqual(['100.00', '500.00', '1000.00', '5000.00'])
  expect(body.durations.map(({ seconds, earningsRateBp }) => [seconds, earningsRateBp])).toEqual([
    [30, 7_500],
    [60, 8_200],
    [180, 8_500],
    [300, 8_800],
  ])
})

test('candles page backwards without a gap or a repeat', async () => {
  const first = (await get<CandleList>('/products/BTCUSDT/candles?interval=1m&limit=50')).body.items
  expect(first).toHaveLength(50)
  const before = first[0]?.openAt ?? 0
  const second = (await get<CandleList>(`/products/BTCUSDT/candles?interval=1m&limit=50&before=${before}`)).body.items
  const times = [...second, ...first].map((candle) => candle.openAt)
  expect(times.slice(1).filter((time, index) => time - (times[index] ?? 0) !== 60_000)).toEqual([])
})

test('the log can be read on from any tick', async () => {
  const newest = (await get<TickList>('/products/BTCUSDT/ticks?limit=3')).body.items
  expect(newest).toHaveLength(3)
  const all = (await get<TickList>('/products/BTCUSDT/ticks?after=0&limit=1000')).body.items
  expect(all.map((tick) => tick.sequence)).toEqual(all.map((_tick, index) => index + 1))
  expect(all.slice(-3)).toEqual(newest)
  const last = newest.at(-1)?.sequence ?? 0
  expect((await get<TickList>(`/products/BTCUSDT/ticks?after=${last}`)).body.items).toEqual([])
})

test.each(['', '/candles?interval=1h', '/ticks'])('an unknown product is said to be unknown: %s', async (path) => {
  const { status, body } = await get<{ code: string }>(`/products/NOSUCH${path}`)
  expect([status, body.code]).toEqual([404, 'product_unknown'])
})
