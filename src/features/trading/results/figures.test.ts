import type { HitRate } from '../../../../contract/results'
import { extremesOf, groupsCsv, largestFallOf, pointsOf, scaleOf, verdictOf } from './figures'

const rate = (lowBp: number, highBp: number, breakEvenBp = 5495): HitRate => ({
  rateBp: (lowBp + highBp) / 2,
  lowBp,
  highBp,
  breakEvenBp,
  earningsRateBp: 8200,
})

test('the result can be luck unless the whole interval lies on one side of the break-even rate', () => {
  expect(verdictOf(rate(4219, 7215))).toBe('luck')
  expect(verdictOf(rate(5495, 7215))).toBe('luck')
  expect(verdictOf(rate(4219, 5494))).toBe('below')
  expect(verdictOf(rate(5496, 7215))).toBe('above')
})

test('the bar shows interval and break-even rate with room, and nothing outside 0 to 100 %', () => {
  expect(scaleOf(rate(4219, 7215))).toEqual({ fromBp: 3000, toBp: 8000 })
  expect(scaleOf(rate(200, 1000))).toEqual({ fromBp: 0, toBp: 6000 })
  expect(scaleOf(rate(9000, 10_000))).toEqual({ fromBp: 4000, toBp: 10_000 })
})

test('the curve begins at 0, and its extremes are as recorded', () => {
  const curve = [
    { at: '2026-11-20T10:00:00.000Z', orders: 1, net: '82.00' },
    { at: '2026-11-21T10:00:00.000Z', orders: 2, net: '-18.05' },
  ]
  expect(
    pointsOf(
      curve,
      (at) => at.slice(5, 10),
      (net) => net,
    ),
  ).toEqual([
    { label: '11-20', value: 0, text: '0' },
    { label: '11-20', value: 82, text: '82.00' },
    { label: '11-21', value: -18.05, text: '-18.05' },
  ])
  expect(extremesOf(curve)).toEqual({ low: '-18.05', high: '82.00' })
  expect(extremesOf(curve.slice(0, 1))).toEqual({ low: '0', high: '82.00' })
})

test('the file has plain figures', () => {
  const sums = { orders: 3, won: 1, lost: 1, tie: 1, void: 0, staked: '210.00', net: '-18.05' }
  const groups = [
    { name: 'Gold', ...sums, breakEvenBp: 5495 },
    { name: 'Silver', ...sums, breakEvenBp: null },
  ]
  expect(groupsCsv(groups, ['a'], '.').split('\r\n')).toEqual([
    '\ufeffa',
    'Gold,3,1,1,1,0,210.00,-18.05,54.95',
    'Silver,3,1,1,1,0,210.00,-18.05,',
    '',
  ])
})

test('the largest fall goes from the highest point to the lowest one after it, and a curve that only rises has none', () => {
  expect(largestFallOf([0, 5, 3, 9, 4, 6, 2, 8])).toEqual({ from: 3, to: 6 })
  expect(largestFallOf([0, -4, 6, 5])).toEqual({ from: 0, to: 1 })
  expect(largestFallOf([0, 1, 1, 2])).toBeUndefined()
})
