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
import { type DayStyle, LANGUAGES } from './languages'

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

function write(day: string, pattern: string, { weekdays, months = [], yearsAhead = 0 }: DayStyle): string {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!found) return day
  const [, y = '', m = '', d = ''] = found
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
  const parts: Record<string, string> = {
    y: String(Number(y) + yearsAhead),
    m,
    d,
    w: weekday,
    b: months[Number(m) - 1] ?? m,
    M: String(Number(m)),
    D: String(Number(d)),
  }
  return pattern.replace(/\{(\w)\}/g, (_, name: string) => parts[name] ?? '')
}

/** The formats of one locale. Text that is no day comes back as it is. */
export function createDayFormat(locale: Locale): DayFormat {
  const style = LANGUAGES[locale].days
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

function writeClock(clock: string, { clock: style }: DayStyle): string {
  if (style === undefined || clock === '') return clock
  if (style === 'dots') return clock.replaceAll(':', '.')
  const hour = Number(clock.slice(0, 2))
  return `${hour % 12 || 12}${clock.slice(2)}\u00a0${hour < 12 ? 'AM' : 'PM'}`
}

/**
 * "2:02 PM", "14.02": the time of day in the user's language; with `seconds`, "2:02:31 PM". Charts, countdowns and times
 * with milliseconds keep the 24-hour clock, because they are compared with each other and with an exchange's records.
 * Empty for no instant.
 */
export function showClock(at: InstantLike, zone: TimeZoneChoice, options: { seconds?: boolean } = {}): string {
  const clock = options.seconds ? formatClock(at, zone) : formatHourMinute(at, zone)
  return writeClock(clock, LANGUAGES[currentLocale()].days)
}

/**
 * "Nov 20, 2026, 2:02 PM": an instant in the user's language, wherever the rule of relative times (PRODUCT.md 6) does not
 * set the form; with `seconds`, "2:02:31 PM". Empty for no instant.
 */
export function showDateTime(at: InstantLike, zone: TimeZoneChoice, options: { seconds?: boolean } = {}): string {
  const clock = showClock(at, zone, options)
  return clock === '' ? '' : showDay(at, zone) + LANGUAGES[currentLocale()].days.time + clock
}

/** "Mon": 1 is Monday, 7 is Sunday. */
export const showWeekday = (day: number): string => LANGUAGES[currentLocale()].days.weekdays[day % 7] ?? ''

/** "Mon, Nov 23, 1:30 AM (UTC+8)": when a market opens; the day and the clock are said, for it may be days away. */
export function showOpening(at: InstantLike, zone: TimeZoneChoice): string {
  const clock = showClock(at, zone)
  if (clock === '') return ''
  const day = formatOf(currentLocale()).weekday(dayOf(at, zone))
  return `${day}${LANGUAGES[currentLocale()].days.time}${clock} (${formatZone(at, zone)})`
}
