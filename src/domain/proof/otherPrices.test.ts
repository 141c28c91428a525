import { TICKS } from '../../../test/client/receipts'
import { otherPrices } from './otherPrices'

test('prices that the device was shown have to be those of the receipt, however they are written', () => {
  expect(otherPrices([], TICKS)).toEqual([])
  expect(otherPrices([{ sequence: 2, price: '100.00' }], TICKS)).toEqual([])
  // Another product's log, or a part that the receipt does not show.
  expect(otherPrices([{ sequence: 900, price: '1' }], TICKS)).toEqual([])
  const shown = [
    { sequence: 3, price: '100.6' },
    { sequence: 4, price: '99.9' },
  ]
  expect(otherPrices(shown, TICKS)).toEqual([{ kind: 'other_prices', sequence: 3 }])
})
