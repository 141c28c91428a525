import type { ReceiptTick } from '../../../contract/proof'
import { pricesAround } from './pricesAround'

const ticks = (...sequences: number[]) => sequences.map((sequence) => ({ sequence }) as ReceiptTick)
const told = (rows: ReturnType<typeof pricesAround>) =>
  rows.map((row) => (row.kind === 'gap' ? `+${row.count}` : `${row.tick.sequence}${row.is ? ` ${row.is}` : ''}`))

test('entry and exit have two prices on either side, and what lies between is counted', () => {
  const all = ticks(...Array.from({ length: 20 }, (_, index) => index + 1))
  expect(told(pricesAround(all, 5, 15))).toEqual([
    '3',
    '4',
    '5 entry',
    '6',
    '7',
    '+5',
    '13',
    '14',
    '15 exit',
    '16',
    '17',
  ])
})

test('a short order has one row of neighbors without a gap', () => {
  expect(told(pricesAround(ticks(1, 2, 3, 4, 5), 2, 4))).toEqual(['1', '2 entry', '3', '4 exit', '5'])
})

test('prices that a receipt leaves out are counted by their numbers', () => {
  expect(told(pricesAround(ticks(9, 10, 11, 5_000, 5_001), 10, 5_000))).toEqual([
    '9',
    '10 entry',
    '11',
    '+4988',
    '5000 exit',
    '5001',
  ])
})

test('an order without an exit lists its entry alone, and one without an entry nothing', () => {
  expect(told(pricesAround(ticks(1, 2, 3), 2, null))).toEqual(['1', '2 entry', '3'])
  expect(pricesAround(ticks(1, 2, 3), null, null)).toEqual([])
})
