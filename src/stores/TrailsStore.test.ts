import { quoteOf } from '../../test/client/factories'
import { TrailsStore } from './TrailsStore'

test('only held products leave a trail, and it goes when nothing is held any more', () => {
  const held = new Set(['BTCUSDT'])
  const trails = new TrailsStore(() => held)
  trails.applyQuotes([quoteOf({ symbol: 'BTCUSDT', at: 1_000, price: '100.0' }), quoteOf({ symbol: 'XAU', at: 1_000 })])
  trails.applyQuotes([quoteOf({ symbol: 'BTCUSDT', at: 3_000, price: '101.5' })])
  expect(trails.trailOf('BTCUSDT').points).toEqual([
    { at: 1_000, price: 100 },
    { at: 3_000, price: 101.5 },
  ])
  expect(trails.trailOf('XAU').points).toEqual([])
  held.clear()
  trails.applyQuotes([])
  expect(trails.trailOf('BTCUSDT').points).toEqual([])
})
