import { areLimitsUsual } from './limits'

test.each([
  [5_000, 5_000, true],
  [2_000, 60_000, true],
  [5_000, 150, false],
  [1_999, 5_000, false],
  [5_000, 60_001, false],
  [86_400_000, 5_000, false],
])('%i ms to the entry and %i ms of silence: %s', (entryTimeoutMs, staleAfterMs, isUsual) => {
  expect(areLimitsUsual({ entryTimeoutMs, staleAfterMs })).toBe(isUsual)
})
