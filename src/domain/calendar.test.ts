import { dayAfter, dayKey, monthAfter, monthOf, weeksOf } from './calendar'

test('a month begins at its weekday and has its days', () => {
  const weeks = weeksOf({ year: 2026, month: 1 }, 0)
  expect(weeks.flat().filter((day) => day !== undefined)).toEqual(Array.from({ length: 28 }, (_, index) => index + 1))
  expect(weeks[0]).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(weeksOf({ year: 2026, month: 7 }, 0)[0]).toEqual([...Array(6).fill(undefined), 1])
  expect(weeksOf({ year: 2026, month: 7 }, 1)[0]).toEqual([...Array(5).fill(undefined), 1, 2])
  // The first of November 2026 is a Sunday, the last day of a week that begins on Monday.
  expect(weeksOf({ year: 2026, month: 10 }, 1)[0]).toEqual([...Array(6).fill(undefined), 1])
  expect(weeksOf({ year: 2028, month: 1 }, 0).flat()).toContain(29)
})

test('months and days go on over the end of a year', () => {
  expect(monthAfter({ year: 2026, month: 11 }, 1)).toEqual({ year: 2027, month: 0 })
  expect(monthAfter({ year: 2026, month: 0 }, -1)).toEqual({ year: 2025, month: 11 })
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(dayKey(monthOf('2026-03-05'), 5)).toBe('2026-03-05')
})
