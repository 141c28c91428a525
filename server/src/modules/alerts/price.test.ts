import { alertPrice, priceUnits } from './price'

test('prices are compared exactly and written with the decimals of their product', () => {
  expect(priceUnits('0.000000000001')).toBe(1n)
  expect(priceUnits('9007199254740993.1') - priceUnits('9007199254740993')).toBe(100_000_000_000n)
  expect([alertPrice('007', 2), alertPrice('7.1', 2), alertPrice('7', 0), alertPrice('0.001', 3)]).toEqual([
    '7.00',
    '7.10',
    '7',
    '0.001',
  ])
  expect([alertPrice('7.10', 1), alertPrice('7.0', 0)]).toEqual(['7.1', '7'])
  expect([
    alertPrice('7.11', 1),
    alertPrice('0.0', 2),
    alertPrice('', 2),
    alertPrice(' 7', 2),
    alertPrice('7.', 2),
  ]).toEqual(Array(5).fill(undefined))
})
