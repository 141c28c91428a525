import { quoteOf } from '../../../test/client/factories'
import { SeenPrices } from './SeenPrices'

test('prices are kept while an order runs, the newest of them', () => {
  const heldSince = new Map<string, number>()
  const prices = new SeenPrices({ heldSince })
  prices.applyQuotes([quoteOf({ sequence: 1 })])
  expect(prices.read('BTCUSDT')).toEqual([])
  heldSince.set('BTCUSDT', 0)
  for (let sequence = 2; sequence <= 400; sequence++)
    prices.applyQuotes([quoteOf({ sequence, price: `${sequence}.5` })])
  // The receipt comes after the order has closed.
  heldSince.clear()
  prices.applyQuotes([quoteOf({ sequence: 500 })])
  const seen = prices.read('BTCUSDT')
  expect([seen.length, seen[0], seen.at(-1)]).toEqual([
    300,
    { sequence: 101, price: '101.5' },
    { sequence: 400, price: '400.5' },
  ])
})

test('so many products are enough', () => {
  const symbols = Array.from({ length: 25 }, (_, index) => `P${index}`)
  const prices = new SeenPrices({ heldSince: new Map(symbols.map((symbol) => [symbol, 0])) })
  for (const symbol of symbols) prices.applyQuotes([quoteOf({ symbol })])
  expect(symbols.filter((symbol) => prices.read(symbol).length > 0)).toEqual(symbols.slice(5))
})
