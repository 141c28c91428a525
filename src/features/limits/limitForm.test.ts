import type { AccountLimitKind } from '../../../contract/limits'
import { findLimitProblem, type LimitProblem, toLimit } from './limitForm'

test.each<[AccountLimitKind, string, LimitProblem | undefined]>([
  ['stake', '50', undefined],
  ['stake', '50.', undefined],
  ['stake', '0.05', undefined],
  ['stake', '', 'invalid'],
  ['stake', '0.005', 'invalid'],
  ['stake', '-1', 'invalid'],
  ['orders_day', '0', undefined],
  ['orders_day', '1.5', 'invalidCount'],
  ['orders_day', '100001', 'invalidCount'],
  ['session', '5', undefined],
  ['session', '4', 'invalidMinutes'],
  ['session', '1441', 'invalidMinutes'],
  ['session', '', 'invalidMinutes'],
])('%s "%s": %s', (kind, text, problem) => {
  expect(findLimitProblem(kind, text, 2)).toBe(problem)
})

test('what is sent ends in a digit', () => {
  expect([toLimit('50.'), toLimit('50.5')]).toEqual(['50', '50.5'])
})
