import { sumOf } from './sums'

test.each([
  [['12.50', '0.60', '1000.00'], '1013.10'],
  [['0.01', '0.02'], '0.03'],
  [['1200', '50'], '1250'],
  [[], '0'],
])('%p is %s', (amounts, sum) => expect(sumOf(amounts)).toBe(sum))
