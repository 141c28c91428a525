import { productBadge } from './productBadge'

test('gold, silver and everything else can be told apart', () => {
  const symbols =
    'BTCUSDT XAUUSD WTI ETHUSDT HSI SOLUSDT BNBUSDT XAGUSD BRENT NGAS NDX N225 EURUSD USDJPY GBPUSD'.split(' ')
  const badges = symbols.map(productBadge)
  expect(new Set(badges).size).toBe(symbols.length)
  expect(badges.slice(0, 3)).toEqual(['BT', 'AU', 'WT'])
})

test('a pair whose coin begins with X is no metal', () => {
  expect(productBadge('XRPUSDT')).toBe('XR')
})
