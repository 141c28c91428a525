import { autorun } from 'mobx'
import { productOf, quoteOf, summaryOf } from '../../test/client/factories'
import { answered, fakeHttp, refused } from '../../test/client/http'
import { MarketStore } from './MarketStore'

function setUp() {
  const listProducts = jest.fn(async () => answered({ items: [summaryOf(), summaryOf('XAUUSD')] }))
  const getProduct = jest.fn(async () => answered(productOf()))
  const market = new MarketStore({ http: fakeHttp({ listProducts, getProduct }) })
  return { listProducts, getProduct, market }
}

test('the list brings products and their first prices', async () => {
  const { market } = setUp()
  const loading = market.list.load()
  expect(market.list.state.kind).toBe('loading')
  await loading
  expect(market.all.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'XAUUSD'])
  expect(market.quoteOf('BTCUSDT')?.price).toBe('68412.5')
})

test('a list that came with the page is not asked for again, unless it is old or of another language', async () => {
  const { listProducts, market } = setUp()
  market.take([summaryOf()], 'de-DE', Date.now() - 2_000)
  expect(market.quoteOf('BTCUSDT')?.sequence).toBeGreaterThan(0)
  await market.loadList('de-DE')
  expect(listProducts).not.toHaveBeenCalled()
  await market.loadList('fr-FR')
  expect(listProducts).toHaveBeenCalledTimes(1)
  // The other language needs other names.
  await market.loadList('de-DE')
  expect(listProducts).toHaveBeenCalledTimes(2)
  market.take([summaryOf()], 'de-DE', Date.now() - 11_000)
  await market.loadList('de-DE')
  expect(listProducts).toHaveBeenCalledTimes(3)
})

test('page and stream both ask when the app starts, and the list is asked for once', async () => {
  const { listProducts, market } = setUp()
  await Promise.all([market.loadList('de-DE'), market.loadList('de-DE')])
  await market.loadList('de-DE')
  expect(listProducts).toHaveBeenCalledTimes(1)
  jest.useFakeTimers({ now: Date.now() + 10_000 })
  await market.loadList('de-DE')
  expect(listProducts).toHaveBeenCalledTimes(2)
  // A clock that is set back by an hour holds no list for an hour.
  jest.setSystemTime(Date.now() - 3_600_000)
  await market.loadList('de-DE')
  jest.useRealTimers()
  expect(listProducts).toHaveBeenCalledTimes(3)
})

test('a list that did not come is asked for again at once', async () => {
  const { listProducts, market } = setUp()
  listProducts.mockResolvedValueOnce(refused('network'))
  await market.loadList('de-DE')
  await market.loadList('de-DE')
  expect(listProducts).toHaveBeenCalledTimes(2)
  expect(market.list.state.kind).toBe('ready')
})

test('a language that is chosen while the list is under way has its own names', async () => {
  const { listProducts, market } = setUp()
  const named = (name: string) => answered({ items: [{ ...summaryOf(), name }] })
  listProducts.mockResolvedValueOnce(named('Der erste')).mockResolvedValueOnce(named('Le premier'))
  await Promise.all([market.loadList('de-DE'), market.loadList('fr-FR')])
  expect(market.all.map(({ name }) => name)).toEqual(['Le premier'])
})

test('an older tick never replaces a newer one', () => {
  const { market } = setUp()
  market.applyQuotes([quoteOf({ sequence: 12, price: '70000.0' })])
  market.applyQuotes([quoteOf({ sequence: 11, price: '60000.0' })])
  expect(market.quoteOf('BTCUSDT')?.price).toBe('70000.0')
})

test('a tick is seen by those who look at its product, and by nobody else', () => {
  const { market } = setUp()
  market.applyQuotes([quoteOf(), quoteOf({ symbol: 'XAUUSD' })])
  const seen = { BTCUSDT: 0, XAUUSD: 0, list: 0 }
  const stops = [
    autorun(() => market.quoteOf('BTCUSDT') && seen.BTCUSDT++),
    autorun(() => market.quoteOf('XAUUSD') && seen.XAUUSD++),
    autorun(() => market.all && seen.list++),
  ]
  market.applyQuotes([quoteOf({ sequence: 11, price: '68413.0' })])
  expect(seen).toEqual({ BTCUSDT: 2, XAUUSD: 1, list: 1 })
  for (const stop of stops) stop()
})

test('the stream is asked for what somebody watches, once, until the last one stops', () => {
  const { market } = setUp()
  const stopFirst = market.watch(['XAUUSD', 'BTCUSDT'])
  const stopSecond = market.watch(['BTCUSDT'])
  expect(market.wantedSymbols).toEqual(['BTCUSDT', 'XAUUSD'])
  stopFirst()
  expect(market.wantedSymbols).toEqual(['BTCUSDT'])
  stopSecond()
  expect(market.wantedSymbols).toEqual([])
})

test('a market that closes shows at once, and its opening time is asked for', async () => {
  const { getProduct, market } = setUp()
  await market.list.load()
  await market.productOf('BTCUSDT').refresh()
  market.applyStatus('BTCUSDT', 'closed')
  expect(market.summaryOf('BTCUSDT')?.status).toBe('closed')
  expect(market.productOf('BTCUSDT').value?.status).toBe('closed')
  expect(getProduct).toHaveBeenCalledTimes(2)
})

test('a product has one name everywhere: a crypto pair its code, everything else its name', async () => {
  const { listProducts, market } = setUp()
  const gold = summaryOf('XAUUSD', { category: 'metals', code: 'XAU/USD', name: 'Gold' })
  listProducts.mockResolvedValueOnce(answered({ items: [summaryOf(), gold] }))
  expect(market.nameOf('XAUUSD')).toBe('XAUUSD')
  await market.list.load()
  expect(market.nameOf('XAUUSD')).toBe('Gold')
  expect(market.nameOf('BTCUSDT')).toBe('BTC/USDT')
})
