import type { Locale } from '../../contract/locales'

export type PluralRule = (count: number) => 'one' | 'other'

export interface NumberStyle {
  group: string
  decimal: string
  percent: string
  /** From the largest: how many zeros, and the word with the space in front of it. */
  units: readonly (readonly [zeros: number, word: string])[]
}

export interface DayStyle {
  /** From Sunday. */
  weekdays: readonly string[]
  /** Where a week begins in a calendar: 0 for Sunday, 1 for Monday (Unicode CLDR). */
  weekBegins: 0 | 1
  /** From January, in short; only if a pattern has `{b}`. */
  months?: readonly string[]
  /** `{y}` year, `{m}` and `{d}` with two digits, `{M}` and `{D}` without a leading zero, `{b}` month, `{w}` weekday. */
  short: string
  weekday: string
  full: string
  /** Between a day and a time. */
  time: string
  /**
   * Years that the local calendar is ahead of the common era: 543 in Thailand. Only for days that are written in words.
   */
  yearsAhead?: number
  /** How the hour is written; without it "14:02". `12h` is "2:02 PM", `dots` is "14.02". */
  clock?: '12h' | 'dots'
}

export interface Language {
  /** In its own words, so that a user who ended up in a foreign one finds the way back. */
  name: string
  /** Which plural form a count takes (Unicode CLDR). */
  plural: PluralRule
  numbers: NumberStyle
  /** A month in letters wherever digits alone could be read as another order of day and month. */
  days: DayStyle
}

const never: PluralRule = () => 'other'
const exactlyOne: PluralRule = (count) => (count === 1 ? 'one' : 'other')

type Units = NumberStyle['units']

/** Words for 10⁹ and so on from the largest, as CLDR's short compact numbers have them; an empty one is left out. */
const thousands = (thousand: string, million: string, billion: string, trillion: string): Units =>
  (
    [
      [12, trillion],
      [9, billion],
      [6, million],
      [3, thousand],
    ] as const
  ).filter(([, word]) => word !== '')
const myriads = (four: string, eight: string, twelve: string): Units => [
  [12, twelve],
  [8, eight],
  [4, four],
]

const NO_BREAK = '\u00a0'
const NARROW_NO_BREAK = '\u202f'
const spaced = (...words: readonly [string, string, string, string]) =>
  thousands(...(words.map((word) => (word === '' ? '' : NO_BREAK + word)) as [string, string, string, string]))
const POINT: NumberStyle = { group: ',', decimal: '.', percent: '%', units: thousands('K', 'M', 'B', 'T') }
const COMMA = { group: '.', decimal: ',', percent: '%' }

const words = (text: string) => text.split(' ')
const YEAR_FIRST = { short: '{M}月{D}日', weekday: '{M}月{D}日 {w}', full: '{y}/{m}/{d}', time: ' ' }
const DAY_FIRST = { short: '{D} {b}', weekday: '{w} {D} {b}', full: '{D} {b} {y}', time: ', ' }

/** Facts about each language in addition to its texts. */
export const LANGUAGES: Record<Locale, Language> = {
  'zh-CN': {
    name: '简体中文',
    plural: never,
    numbers: { ...POINT, units: myriads('万', '亿', '万亿') },
    days: { ...YEAR_FIRST, weekBegins: 1, weekdays: words('周日 周一 周二 周三 周四 周五 周六') },
  },
  'zh-TW': {
    name: '繁體中文',
    plural: never,
    numbers: { ...POINT, units: myriads('萬', '億', '兆') },
    days: { ...YEAR_FIRST, weekBegins: 0, weekdays: words('週日 週一 週二 週三 週四 週五 週六') },
  },
  'en-US': {
    name: 'English',
    plural: exactlyOne,
    numbers: POINT,
    days: {
      weekBegins: 0,
      weekdays: words('Sun Mon Tue Wed Thu Fri Sat'),
      months: words('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'),
      short: '{b} {D}',
      weekday: '{w}, {b} {D}',
      full: '{b} {D}, {y}',
      time: ', ',
      clock: '12h',
    },
  },
  'ja-JP': {
    name: '日本語',
    plural: never,
    numbers: { ...POINT, units: myriads('万', '億', '兆') },
    days: { ...YEAR_FIRST, weekBegins: 0, weekdays: words('日 月 火 水 木 金 土'), weekday: '{M}月{D}日({w})' },
  },
  'th-TH': {
    name: 'ไทย',
    plural: never,
    numbers: POINT,
    days: {
      ...DAY_FIRST,
      weekBegins: 0,
      weekdays: words('อา. จ. อ. พ. พฤ. ศ. ส.'),
      months: words('ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'),
      time: ' ',
      yearsAhead: 543,
    },
  },
  'vi-VN': {
    name: 'Tiếng Việt',
    plural: never,
    numbers: { ...COMMA, units: spaced('N', 'Tr', 'T', 'NT') },
    // The day is always first, and apps write digits.
    days: {
      weekBegins: 1,
      weekdays: words('CN T2 T3 T4 T5 T6 T7'),
      short: '{d}/{m}',
      weekday: '{w}, {d}/{m}',
      full: '{d}/{m}/{y}',
      time: ' ',
    },
  },
  'id-ID': {
    name: 'Bahasa Indonesia',
    plural: never,
    numbers: { ...COMMA, units: spaced('rb', 'jt', 'M', 'T') },
    days: {
      ...DAY_FIRST,
      weekBegins: 0,
      weekdays: words('Min Sen Sel Rab Kam Jum Sab'),
      months: words('Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des'),
      weekday: '{w}, {D} {b}',
      clock: 'dots',
    },
  },
  'ko-KR': {
    name: '한국어',
    plural: never,
    numbers: { ...POINT, units: myriads('만', '억', '조') },
    days: {
      weekBegins: 0,
      weekdays: words('일 월 화 수 목 금 토'),
      short: '{M}월 {D}일',
      weekday: '{M}월 {D}일 ({w})',
      full: '{y}. {M}. {D}.',
      time: ' ',
    },
  },
  'fr-FR': {
    name: 'Français',
    plural: (count) => (Math.abs(count) < 2 ? 'one' : 'other'),
    numbers: {
      ...COMMA,
      group: NARROW_NO_BREAK,
      percent: `${NO_BREAK}%`,
      units: spaced('k', 'M', 'Md', 'Bn'),
    },
    days: {
      ...DAY_FIRST,
      weekBegins: 1,
      weekdays: words('dim. lun. mar. mer. jeu. ven. sam.'),
      months: words('janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'),
    },
  },
  'de-DE': {
    name: 'Deutsch',
    plural: exactlyOne,
    // German has no short word for a thousand: up to a million all digits are shown.
    numbers: { ...COMMA, percent: `${NO_BREAK}%`, units: spaced('', 'Mio.', 'Mrd.', 'Bio.') },
    // Dots between day and month are read in one way only.
    days: {
      weekBegins: 1,
      weekdays: words('So Mo Di Mi Do Fr Sa'),
      short: '{d}.{m}.',
      weekday: '{w}, {d}.{m}.',
      full: '{d}.{m}.{y}',
      time: ', ',
    },
  },
}
