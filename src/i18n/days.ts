import type { Locale } from '../../contract/locales'
import { useLocale } from './index'

/**
 * Calendar days ("2026-11-20") as the locale writes a plain date. A day of the fund is the same day for every reader, so
 * no time zone plays a part, and nothing needs `Intl`.
 */
export interface DayFormat {
  /** "11/20", for an axis. */
  short(day: string): string
  /** "Fri, 11/20", for a day that is near. */
  weekday(day: string): string
  /** "11/20/2026". */
  full(day: string): string
}

interface Style {
  /** From Sunday. */
  weekdays: readonly string[]
  /** `{y}` year, `{m}` and `{d}` with two digits, `{M}` and `{D}` without a leading zero, `{w}` weekday. */
  short: string
  weekday: string
  full: string
}

const words = (text: string) => text.split(' ')
const DAY_FIRST = { short: '{d}/{m}', full: '{d}/{m}/{y}' }

const STYLES: Record<Locale, Style> = {
  'zh-CN': {
    weekdays: words('周日 周一 周二 周三 周四 周五 周六'),
    short: '{m}-{d}',
    weekday: '{m}-{d} {w}',
    full: '{y}-{m}-{d}',
  },
  'zh-TW': {
    weekdays: words('週日 週一 週二 週三 週四 週五 週六'),
    short: '{m}/{d}',
    weekday: '{m}/{d} {w}',
    full: '{y}/{m}/{d}',
  },
  'en-US': {
    weekdays: words('Sun Mon Tue Wed Thu Fri Sat'),
    short: '{M}/{D}',
    weekday: '{w}, {M}/{D}',
    full: '{M}/{D}/{y}',
  },
  'ja-JP': {
    weekdays: words('日 月 火 水 木 金 土'),
    short: '{m}/{d}',
    weekday: '{M}月{D}日({w})',
    full: '{y}/{m}/{d}',
  },
  'th-TH': { ...DAY_FIRST, weekdays: words('อา. จ. อ. พ. พฤ. ศ. ส.'), weekday: '{w} {d}/{m}' },
  'vi-VN': { ...DAY_FIRST, weekdays: words('CN T2 T3 T4 T5 T6 T7'), weekday: '{w}, {d}/{m}' },
  'id-ID': { ...DAY_FIRST, weekdays: words('Min Sen Sel Rab Kam Jum Sab'), weekday: '{w}, {d}/{m}' },
  'ko-KR': {
    weekdays: words('일 월 화 수 목 금 토'),
    short: '{M}. {D}.',
    weekday: '{M}. {D}. ({w})',
    full: '{y}. {M}. {D}.',
  },
  'fr-FR': { ...DAY_FIRST, weekdays: words('dim. lun. mar. mer. jeu. ven. sam.'), weekday: '{w} {d}/{m}' },
  'de-DE': {
    weekdays: words('So Mo Di Mi Do Fr Sa'),
    short: '{d}.{m}.',
    weekday: '{w}, {d}.{m}.',
    full: '{d}.{m}.{y}',
  },
}

function write(day: string, pattern: string, { weekdays }: Style): string {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!found) return day
  const [, y = '', m = '', d = ''] = found
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
  const parts: Record<string, string> = { y, m, d, M: String(Number(m)), D: String(Number(d)), w: weekday }
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
  const locale = useLocale()
  const format = formats.get(locale) ?? createDayFormat(locale)
  formats.set(locale, format)
  return format
}
