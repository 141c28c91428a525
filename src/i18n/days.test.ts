import { LOCALES } from '../../contract/locales'
import { createDayFormat, showClock, showDateTime, showDay } from './days'
import { startI18n } from './index'
import { monthName } from './monthName'

test.each([
  ['en-US', 'Fri, Nov 6', 'Nov 6', 'Nov 6, 2026'],
  ['zh-CN', '11月6日 周五', '11月6日', '2026/11/06'],
  ['zh-TW', '11月6日 週五', '11月6日', '2026/11/06'],
  ['ja-JP', '11月6日(金)', '11月6日', '2026/11/06'],
  ['ko-KR', '11월 6일 (금)', '11월 6일', '2026. 11. 6.'],
  ['de-DE', 'Fr, 06.11.', '06.11.', '06.11.2026'],
  ['fr-FR', 'ven. 6 nov.', '6 nov.', '6 nov. 2026'],
  ['th-TH', 'ศ. 6 พ.ย.', '6 พ.ย.', '6 พ.ย. 2569'],
  ['vi-VN', 'T6, 06/11', '06/11', '06/11/2026'],
  ['id-ID', 'Jum, 6 Nov', '6 Nov', '6 Nov 2026'],
] as const)('%s writes a day as its readers do', (locale, weekday, short, full) => {
  const format = createDayFormat(locale)
  expect([format.weekday('2026-11-06'), format.short('2026-11-06'), format.full('2026-11-06')]).toEqual([
    weekday,
    short,
    full,
  ])
})

test('a day is the same day wherever the reader is, and each locale names all seven', () => {
  for (const locale of LOCALES) {
    const format = createDayFormat(locale)
    const names = Array.from({ length: 7 }, (_, i) => format.weekday(`2026-03-2${i}`).replace(`2${i}`, ''))
    expect(new Set(names).size).toBe(7)
  }
})

test('what is no day stays as it is', () => {
  expect(createDayFormat('en-US').full('soon')).toBe('soon')
})

const EVERY_MONTH = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-05`)

/** German and Vietnamese dates have digits only: in both, the day is always first. */
const IN_DIGITS = new Set<string>(['de-DE', 'vi-VN'])

test.each(LOCALES.filter((locale) => !IN_DIGITS.has(locale)))('%s names months as ICU does', (locale) => {
  const icu = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const { short } = createDayFormat(locale)
  expect(EVERY_MONTH.map(short)).toEqual(EVERY_MONTH.map((day) => icu.format(new Date(day))))
})

test.each(LOCALES.filter((locale) => !IN_DIGITS.has(locale)))(
  '%s writes no day and month that could be read the other way round',
  (locale) => {
    const format = createDayFormat(locale)
    for (const day of EVERY_MONTH)
      for (const text of [format.short(day), format.weekday(day), format.full(day)])
        expect(text).not.toMatch(/(?<![\d/])\d{1,2}[/-]\d{1,2}(?![\d/])|(?<![\d/])\d{1,2}[/-]\d{1,2}[/-]\d{4}/)
  },
)

test('instants are written in the language of the app', async () => {
  const at = '2026-11-05T09:30:07Z'
  await startI18n('fr-FR')
  expect([showDateTime(at, 'utc', { seconds: true }), showDay(at, 'utc')]).toEqual([
    '5 nov. 2026, 09:30:07',
    '5 nov. 2026',
  ])
  await startI18n('zh-CN')
  expect([showDateTime(at, 'utc'), showDateTime('never', 'utc')]).toEqual(['2026/11/05 09:30', ''])
})

test.each([
  ['en-US', '12:05 AM', '12:30:07 PM', 'Nov 5, 2026, 11:59 PM'],
  ['de-DE', '00:05', '12:30:07', '05.11.2026, 23:59'],
  ['id-ID', '00.05', '12.30.07', '5 Nov 2026, 23.59'],
  ['th-TH', '00:05', '12:30:07', '5 พ.ย. 2569 23:59'],
] as const)('%s writes the time of day as its readers do', async (locale, night, noon, evening) => {
  await startI18n(locale)
  expect(showClock('2026-11-05T00:05:00Z', 'utc')).toBe(night.replace(' ', '\u00a0'))
  expect(showClock('2026-11-05T12:30:07Z', 'utc', { seconds: true })).toBe(noon.replace(' ', '\u00a0'))
  expect(showDateTime('2026-11-05T23:59:00Z', 'utc').replace('\u00a0', ' ')).toBe(evening)
  expect(showClock('never', 'utc')).toBe('')
})

test('Thai months carry the year of the Thai calendar', async () => {
  await startI18n('th-TH')
  expect(
    monthName(
      '2026-11',
      ((_: string, { month, year }: Record<string, string>) => `${month} ${year}`) as never,
      'th-TH',
    ),
  ).toBe('พ.ย. 2569')
})
