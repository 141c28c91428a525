import type { Candle } from '../../contract/market'
import { NOON, quoteOf } from '../../test/client/factories'
import { answered, fakeHttp, refused } from '../../test/client/http'
import { CandlesStore } from './CandlesStore'

const candle = (minutes: number, close: string): Candle => ({
  openAt: NOON + minutes * 60_000,
  open: close,
  high: close,
  low: close,
  close,
  volume: '1',
})
const page = (...items: Candle[]) => answered({ interval: '1m', items })

const storeWith = (...pages: ReturnType<typeof page>[]) =>
  new CandlesStore({ http: fakeHttp({ listCandles: () => pages.shift() ?? refused('network') }) })

const closes = (store: CandlesStore) => store.seriesOf('BTCUSDT', '1m')?.candles.map(({ close }) => close)

test('live prices fold into the last candle and open the next one', async () => {
  const store = storeWith(page(candle(-1, '10'), candle(0, '11')))
  await store.load('BTCUSDT', '1m')
  store.applyQuotes([quoteOf({ price: '12', at: NOON + 59_000 })])
  expect(closes(store)).toEqual(['10', '12'])
  store.applyQuotes([quoteOf({ price: '13', at: NOON + 60_000 })])
  expect(closes(store)).toEqual(['10', '12', '13'])
})

test('a hole in the history is never drawn over', async () => {
  const store = storeWith(page(candle(0, '10')), page(candle(500, '20')))
  await store.load('BTCUSDT', '1m')
  await store.load('BTCUSDT', '1m')
  expect(closes(store)).toEqual(['20'])
})

test('a price that came before the page does not hide the hole', async () => {
  const store = storeWith(page(candle(0, '10')), page(candle(499, '20'), candle(500, '21')))
  await store.load('BTCUSDT', '1m')
  store.applyQuotes([quoteOf({ price: '22', at: NOON + 500 * 60_000 + 1_000 })])
  expect(closes(store)).toEqual(['10', '22'])
  await store.load('BTCUSDT', '1m')
  expect(closes(store)).toEqual(['20', '22'])
  expect(store.seriesOf('BTCUSDT', '1m')?.hasOlder).toBe(false)
})

test('a failure shows only while there is nothing to show', async () => {
  const store = storeWith()
  await store.load('BTCUSDT', '1m')
  expect(store.seriesOf('BTCUSDT', '1m')?.state).toEqual({ kind: 'failed', code: 'network' })
})

test('only the latest charts are kept', async () => {
  const store = storeWith()
  for (const symbol of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7']) await store.load(symbol, '1m')
  expect(store.seriesOf('A1', '1m')).toBeUndefined()
  expect(store.seriesOf('A7', '1m')).toBeDefined()
})
