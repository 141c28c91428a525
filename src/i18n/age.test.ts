import { formatRelativeTime } from './age'
import type { T } from './keys'

const NOW = Date.UTC(2026, 10, 20, 14, 2, 31, 204)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const t = ((key: string, values?: { count: number }) => (values ? `${key} ${values.count}` : key)) as T

describe('formatRelativeTime', () => {
  it.each([
    [0, 'common.justNow'],
    [15 * MINUTE - 1, 'common.justNow'],
    [15 * MINUTE, 'common.minutesAgo 15'],
    [HOUR - 1, 'common.minutesAgo 59'],
    [HOUR, 'common.hoursAgo 1'],
    [24 * HOUR - 1, 'common.hoursAgo 23'],
    [24 * HOUR, '2026/11/19 14:02'],
    [400 * 24 * HOUR, '2025/10/16 14:02'],
    [-MINUTE, 'common.justNow'],
    [-HOUR, '2026/11/20 15:02'],
  ])('%p ms ago reads %p', (ageMs, expected) => {
    expect(formatRelativeTime(NOW - ageMs, NOW, t, 'utc')).toBe(expected)
  })

  it('takes ISO text and dates', () => {
    expect(formatRelativeTime(new Date(NOW - 2 * HOUR).toISOString(), new Date(NOW), t)).toBe('common.hoursAgo 2')
    expect(formatRelativeTime('not a time', NOW, t)).toBe('')
  })
})
