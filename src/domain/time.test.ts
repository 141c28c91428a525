import {
  formatClock,
  formatCountdown,
  formatDateTime,
  formatDayKey,
  formatHourMinute,
  formatRelativeTime,
} from './time'

const NOW = Date.UTC(2026, 10, 20, 14, 2, 31, 204)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const t = (key: string, options?: Record<string, unknown>) => (options ? `${key} ${options.count}` : key)

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

describe('formatDateTime and its parts', () => {
  it('writes year/month/day hour:minute with leading zeros', () => {
    expect(formatDateTime(NOW, 'utc')).toBe('2026/11/20 14:02')
    expect(formatDateTime('2026-01-02T03:04:05.006Z', 'utc')).toBe('2026/01/02 03:04')
    expect(formatDateTime(NOW, 'utc', { seconds: true })).toBe('2026/11/20 14:02:31')
    expect(formatDateTime(Date.UTC(999, 0, 1), 'utc')).toBe('0999/01/01 00:00')
  })

  it('follows the device in the local zone', () => {
    const local = new Date(2026, 10, 20, 23, 59, 58)
    expect(formatDateTime(local, 'local')).toBe('2026/11/20 23:59')
    expect(formatDateTime(local)).toBe('2026/11/20 23:59')
    expect(formatClock(local, 'local')).toBe('23:59:58')
    expect(formatDayKey(local, 'local')).toBe('2026/11/20')
  })

  it('writes clocks and days', () => {
    expect(formatClock(NOW, 'utc')).toBe('14:02:31')
    expect(formatClock(NOW, 'utc', { millis: true })).toBe('14:02:31.204')
    expect(formatHourMinute(NOW, 'utc')).toBe('14:02')
    expect(formatDayKey(NOW, 'utc')).toBe('2026/11/20')
  })

  it('is empty for no instant', () => {
    for (const at of ['', 'yesterday', Number.NaN, 1e20]) {
      expect(formatDateTime(at, 'utc')).toBe('')
      expect(formatClock(at, 'utc')).toBe('')
      expect(formatDayKey(at, 'utc')).toBe('')
    }
  })
})

describe('formatCountdown', () => {
  it.each([
    [37_000, '0:37'],
    [36_001, '0:37'],
    [255_000, '4:15'],
    [3_999, '0:04'],
    [1, '0:01'],
    [0, '0:00'],
    [-5_000, '0:00'],
    [59_001, '1:00'],
    [3_600_000, '1:00:00'],
    [3_725_000, '1:02:05'],
    [86_400_000, '24:00:00'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('%p ms is %p', (leftMs, expected) => {
    expect(formatCountdown(leftMs)).toBe(expected)
  })
})
