import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import fc from 'fast-check'
import { addDays, isTradingDay, savingsDates, savingsDay } from '../../../../contract/savingsDates'
import { projectRoot } from '../../shared/paths'
import { DAY_MS } from '../../shared/time'

/** A wall-clock time of Shanghai. */
const at = (text: string) => Date.parse(`${text}+08:00`)
const HOLIDAYS = new Set([
  '2026-01-01',
  '2026-01-02',
  '2026-02-16',
  '2026-02-17',
  '2026-02-18',
  '2026-02-19',
  '2026-02-20',
  '2026-02-23',
  '2026-10-01',
  '2026-10-02',
  '2026-10-05',
  '2026-10-06',
  '2026-10-07',
])

test.each([
  // The cutoff, on a Wednesday: exactly 15:00:00 counts as after.
  ['2026-11-18T00:00:00.000', '2026-11-18', '2026-11-19', '2026-11-20'],
  ['2026-11-18T14:59:59.999', '2026-11-18', '2026-11-19', '2026-11-20'],
  ['2026-11-18T15:00:00.000', '2026-11-19', '2026-11-20', '2026-11-21'],
  ['2026-11-18T15:00:00.001', '2026-11-19', '2026-11-20', '2026-11-21'],
  ['2026-11-18T23:59:59.999', '2026-11-19', '2026-11-20', '2026-11-21'],
  // Around a weekend.
  ['2026-11-19T14:59:59.999', '2026-11-19', '2026-11-20', '2026-11-21'],
  ['2026-11-19T15:00:00.000', '2026-11-20', '2026-11-23', '2026-11-24'],
  ['2026-11-20T14:59:59.999', '2026-11-20', '2026-11-23', '2026-11-24'],
  ['2026-11-20T15:00:00.000', '2026-11-23', '2026-11-24', '2026-11-25'],
  ['2026-11-21T09:00:00.000', '2026-11-23', '2026-11-24', '2026-11-25'],
  ['2026-11-22T23:59:59.999', '2026-11-23', '2026-11-24', '2026-11-25'],
  // Spring Festival and National Day.
  ['2026-02-13T14:59:59.999', '2026-02-13', '2026-02-24', '2026-02-25'],
  ['2026-02-13T15:00:00.000', '2026-02-24', '2026-02-25', '2026-02-26'],
  ['2026-02-18T10:00:00.000', '2026-02-24', '2026-02-25', '2026-02-26'],
  ['2026-09-30T15:00:00.000', '2026-10-08', '2026-10-09', '2026-10-10'],
  ['2026-10-10T10:00:00.000', '2026-10-12', '2026-10-13', '2026-10-14'],
  // Month and year end.
  ['2026-04-30T15:00:00.000', '2026-05-01', '2026-05-04', '2026-05-05'],
  ['2025-12-31T14:59:59.999', '2025-12-31', '2026-01-05', '2026-01-06'],
  ['2025-12-31T15:00:00.000', '2026-01-05', '2026-01-06', '2026-01-07'],
  ['2026-12-31T14:00:00.000', '2026-12-31', '2027-01-01', '2027-01-02'],
  // Leap years, and a century year that is not one.
  ['2028-02-28T14:00:00.000', '2028-02-28', '2028-02-29', '2028-03-01'],
  ['2028-02-28T15:00:00.000', '2028-02-29', '2028-03-01', '2028-03-02'],
  ['2027-02-26T14:00:00.000', '2027-02-26', '2027-03-01', '2027-03-02'],
  ['2100-02-26T14:00:00.000', '2100-02-26', '2100-03-01', '2100-03-02'],
])('at %s: T %s, confirmed on %s, first earnings shown on %s', (time, tradeDay, confirmedOn, firstEarningsShownOn) => {
  expect(savingsDates(at(time), HOLIDAYS)).toEqual({ tradeDay, confirmedOn, firstEarningsShownOn })
})

test('the day turns at midnight of Shanghai, not of the viewer or of UTC', () => {
  expect(savingsDay(Date.parse('2026-11-20T15:59:59.999Z'))).toBe('2026-11-20')
  expect(savingsDay(Date.parse('2026-11-20T16:00:00.000Z'))).toBe('2026-11-21')
  expect(savingsDay(Date.parse('1969-12-31T15:59:59.999Z'))).toBe('1969-12-31')
})

const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
const closedDays = (atMs: number) =>
  fc
    .uniqueArray(fc.integer({ min: -3, max: 40 }), { maxLength: 25 })
    .map((offsets) => new Set(offsets.map((offset) => addDays(savingsDay(atMs), offset))))

test('whatever the calendar: T is the first trading day that is still open, and the next one confirms', () => {
  fc.assert(
    fc.property(
      instant.chain((atMs) => fc.tuple(fc.constant(atMs), closedDays(atMs))),
      ([atMs, closed]) => {
        const { tradeDay, confirmedOn, firstEarningsShownOn } = savingsDates(atMs, closed)
        const cutOff = (day: string) => at(`${day}T15:00:00.000`)
        expect(atMs).toBeLessThan(cutOff(tradeDay))
        expect(isTradingDay(tradeDay, closed) && isTradingDay(confirmedOn, closed)).toBe(true)
        for (let day = savingsDay(atMs); day < confirmedOn; day = addDays(day, 1)) {
          if (day !== tradeDay && isTradingDay(day, closed)) expect(cutOff(day)).toBeLessThanOrEqual(atMs)
        }
        expect(confirmedOn > tradeDay).toBe(true)
        expect(Date.parse(firstEarningsShownOn) - Date.parse(confirmedOn)).toBe(DAY_MS)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a calendar without any trading day is an error, not an endless search', () => {
  const closed = new Set(Array.from({ length: 100 }, (_, index) => addDays('2026-11-18', index)))
  expect(() => savingsDates(at('2026-11-18T12:00:00'), closed)).toThrow('no trading day within 60 days of 2026-11-18')
})

test('the zone of the viewer and its daylight saving change nothing', () => {
  const source = readFileSync(join(projectRoot(), 'contract', 'savingsDates.ts'), 'utf8')
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' })
  // Every quarter of an hour around the clock changes in March, April, September, October and November.
  const script = `${code}
    const all = []
    for (const start of ['2026-03-07', '2026-03-28', '2026-04-04', '2026-09-26', '2026-10-24', '2026-10-31'])
      for (let step = 0; step < 3 * 96; step++)
        all.push(module.exports.savingsDates(Date.parse(start + 'T00:00:00Z') + step * 900000, new Set(['2026-04-06'])))
    process.stdout.write(require('node:crypto').createHash('sha256').update(JSON.stringify(all)).digest('hex')
      + new Date(Date.UTC(2026, 6, 1)).getTimezoneOffset())`
  const under = (zone: string) =>
    execFileSync(process.execPath, ['-e', script], { encoding: 'utf8', env: { ...process.env, TZ: zone } })
  const zones = ['Asia/Shanghai', 'America/New_York', 'Europe/London', 'Pacific/Auckland', 'America/Los_Angeles', 'UTC']
  const answers = zones.map(under)
  // The zones were really in effect ...
  expect(new Set(answers.map((answer) => answer.slice(64))).size).toBe(zones.length)
  // ... and the dates are the same in all of them.
  expect(new Set(answers.map((answer) => answer.slice(0, 64))).size).toBe(1)
})
