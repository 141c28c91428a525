import { LOCALES } from '../../contract/locales'
import { createDayFormat } from './days'

test.each([
  ['en-US', 'Fri, 11/6', '11/6', '11/6/2026'],
  ['zh-CN', '11-06 周五', '11-06', '2026-11-06'],
  ['ja-JP', '11月6日(金)', '11/06', '2026/11/06'],
  ['ko-KR', '11. 6. (금)', '11. 6.', '2026. 11. 6.'],
  ['de-DE', 'Fr, 06.11.', '06.11.', '06.11.2026'],
  ['th-TH', 'ศ. 06/11', '06/11', '06/11/2026'],
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
