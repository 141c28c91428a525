import { formatClock, formatCountdown, formatDateTime, formatDayKey, formatHourMinute } from './time'

const NOW = Date.UTC(2026, 10, 20, 14, 2, 31, 204)

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
