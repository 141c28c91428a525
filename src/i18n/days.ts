import type { Locale } from '../../contract/locales'
import {
  formatClock,
  formatDayKey,
  formatHourMinute,
  formatZone,
  type InstantLike,
  type TimeZoneChoice,
} from '../domain/time'
import { currentLocale, useLocale } from './index'

/**
 * Calendar days ("2026-11-20") as the locale writes a plain date. A day of the fund is the same day for every reader, so
 * no time zone plays a part, and nothing needs `Intl`.
 */
export interface DayFormat {
  /** "Nov 20", for an axis. */
  short(day: string): string
  /** "Fri, Nov 20", for a day that is near. */
  weekday(day: string): string
  /** "Nov 20, 2026". */
  full(day: string): string
}

interface Style {
  /** From Sunday. */
  weekdays: readonly string[]
  /** From January, in short; only where a pattern has `{b}`. */
  months?: readonly string[]
  /** `{y}` year, `{m}` and `{d}` with two digits, `{M}` and `{D}` without a leading zero, `{b}` month, `{w}` weekday. */
  short: string
  weekday: string
  full: string
  /** Between a day and a time. */
  time: string
}

const words = (text: string) => text.split(' ')
const YEAR_FIRST = { short: '{M}月{D}日', weekday: '{M}月{D}日 {w}', full: '{y}/{m}/{d}', time: ' ' }
const DAY_FIRST = { short: '{D} {b}', weekday: '{w} {D} {b}', full: '{D} {b} {y}', time: ', ' }

/** A month in letters wherever digits alone could be read as another order of day and month. */
const STYLES: Record<Locale, Style> = {
  'zh-CN': { ...YEAR_FIRST, weekdays: words('周日 周一 周二 周三 周四 周五 周六') },
  'zh-TW': { ...YEAR_FIRST, weekdays: words('週日 週一 週二 週三 週四 週五 週六') },
  'en-US': {
    weekdays: words('Sun Mon Tue Wed Thu Fri Sat'),
    months: words('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'),
    short: '{b} {D}',
    weekday: '{w}, {b} {D}',
    full: '{b} {D}, {y}',
    time: ', ',
  },
  'ja-JP': { ...YEAR_FIRST, weekdays: words('日 月 火 水 木 金 土'), weekday: '{M}月{D}日({w})' },
  'th-TH': {
    ...DAY_FIRST,
    weekdays: words('อา. จ. อ. พ. พฤ. ศ. ส.'),
    months: words('ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'),
    time: ' ',
  },
  'vi-VN': {
    weekdays: words('CN T2 T3 T4 T5 T6 T7'),
    short: '{D} thg {M}',
    weekday: '{w}, {D} thg {M}',
    full: '{D} thg {M}, {y}',
    time: ' ',
  },
  'id-ID': {
    ...DAY_FIRST,
    weekdays: words('Min Sen Sel Rab Kam Jum Sab'),
    months: words('Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des'),
    weekday: '{w}, {D} {b}',
  },
  'ko-KR': {
    weekdays: words('일 월 화 수 목 금 토'),
    short: '{M}월 {D}일',
    weekday: '{M}월 {D}일 ({w})',
    full: '{y}. {M}. {D}.',
    time: ' ',
  },
  'fr-FR': {
    ...DAY_FIRST,
    weekdays: words('dim. lun. mar. mer. jeu. ven. sam.'),
    months: words('janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'),
  },
  // Dots between day and month are read in one way only.
  'de-DE': {
    weekdays: words('So Mo Di Mi Do Fr Sa'),
    short: '{d}.{m}.',
    weekday: '{w}, {d}.{m}.',
    full: '{d}.{m}.{y}',
    time: ', ',
  },
}

function write(day: string, pattern: string, { weekdays, months = [] }: Style): string {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!found) return day
  const [, y = '', m = '', d = ''] = found
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
  const parts: Record<string, string> = {
    ...{ y, m, d, w: weekday, b: months[Number(m) - 1] ?? m },
    ...{ M: String(Number(m)), D: String(Number(d)) },
  }
  return pattern.replace(/\{(\w)\}/g, (_, name: string) => parts[name] ?? '')
}

/** The formats of one locale. Text that is no day comes back as it is. */
export function createDayFormat(locale: Locale): DayFormat {
  const style = STYLES[locale]
  return {
    short: (day) => write(day, style.short, style),
    weekday: (day) => write(day, style.weekday, style),
    full: (day) => write(day, style.full, style),
  }
}

const formats = new Map<Locale, DayFormat>()

/** How days are written in the user's language. */
export function useDayFormat(): DayFormat {
  return formatOf(useLocale())
}

function formatOf(locale: Locale): DayFormat {
  const format = formats.get(locale) ?? createDayFormat(locale)
  formats.set(locale, format)
  return format
}

/** "2026-11-20", a day that is no instant, in full in the user's language. */
export const showPlainDay = (day: string): string => formatOf(currentLocale()).full(day)

const dayOf = (at: InstantLike, zone: TimeZoneChoice) => formatDayKey(at, zone).replaceAll('/', '-')

/** "Nov 20, 2026": the day that an instant falls on, in the user's language. Empty for no instant. */
export const showDay = (at: InstantLike, zone: TimeZoneChoice): string =>
  formatOf(currentLocale()).full(dayOf(at, zone))

/** "Nov 20", without the year. */
export const showShortDay = (at: InstantLike, zone: TimeZoneChoice): string =>
  formatOf(currentLocale()).short(dayOf(at, zone))

/**
 * "Nov 20, 2026, 14:02": an instant in the user's language, wherever the rule of relative times (PRODUCT.md 6) does not
 * set the form; with `seconds`, "14:02:31". Empty for no instant.
 */
export function showDateTime(at: InstantLike, zone: TimeZoneChoice, options: { seconds?: boolean } = {}): string {
  const clock = options.seconds ? formatClock(at, zone) : formatHourMinute(at, zone)
  return clock === '' ? '' : showDay(at, zone) + STYLES[currentLocale()].time + clock
}

/** "Nov 20, 14:02", for an instant that is near. */
export function showShortDateTime(at: InstantLike, zone: TimeZoneChoice): string {
  const clock = formatHourMinute(at, zone)
  return clock === '' ? '' : showShortDay(at, zone) + STYLES[currentLocale()].time + clock
}

/** "Mon, Nov 23, 01:30 (UTC+8)": when a market opens; the day and the clock are said, for it may be days away. */
export function showOpening(at: InstantLike, zone: TimeZoneChoice): string {
  const clock = formatHourMinute(at, zone)
  if (clock === '') return ''
  const day = formatOf(currentLocale()).weekday(dayOf(at, zone))
  return `${day}${STYLES[currentLocale()].time}${clock} (${formatZone(at, zone)})`
}
