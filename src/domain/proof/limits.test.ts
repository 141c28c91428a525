import { areLimitsUsual } from './limits'

test.each([
  [5_000, 5_000, 10_000, true],
  [5_000, 5_000, 10_001, false],
  [2_000, 60_000, 100, true],
  [5_000, 150, 5_000, false],
  [1_999, 5_000, 5_000, false],
  [5_000, 60_001, 5_000, false],
  [86_400_000, 5_000, 5_000, false],
])(
  '%i ms to the entry, %i ms of silence, %i ms from the source: %s',
  (entryTimeoutMs, staleAfterMs, sourceLagMs, isUsual) => {
    expect(areLimitsUsual({ entryTimeoutMs, staleAfterMs, sourceLagMs })).toBe(isUsual)
  },
)
