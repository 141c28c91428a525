import { LOCALES, type Locale } from '../../../../contract/locales'
import type { ProductChangeTerms, ProductTerms } from '../../../../contract/productChanges'
import { present } from '../../shared/assert'
import { formatMoney, parseMoney } from '../../shared/money'
import type { Currency } from '../../shared/settings'
import type { AnnouncementTexts } from '../messages/service'
import texts from './changeTexts.json'

export interface Announced {
  code: string
  names: Record<string, string>
  /** Undefined for a change that is withdrawn. */
  change: ProductChangeTerms | undefined
  from: Date
  currency: Currency
}

const MEDIUM = { dateStyle: 'medium', timeStyle: 'short' } as const
const DIGITS = { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
/** Locales whose medium date is not how people, or the app, write one. */
const DATES: Partial<Record<Locale, Intl.DateTimeFormatOptions>> = {
  'vi-VN': DIGITS,
  'zh-CN': { ...DIGITS, hourCycle: 'h23' },
  'zh-TW': { ...DIGITS, hourCycle: 'h23' },
}

/** Languages whose short words for units are not written in a message. */
const UNITS: Partial<Record<Locale, 'long'>> = { 'th-TH': 'long' }

/** The sign between a figure and its unit in the app, if the common form has something else. */
const GAPS: Partial<Record<Locale, string>> = { 'zh-CN': ' ', 'ja-JP': '' }

/** Locales with full-width brackets. */
const FULL_WIDTH = new Set<Locale>(['zh-CN', 'zh-TW', 'ja-JP'])

/** The comma of a list where it is not the common one. */
const COMMAS: Partial<Record<Locale, string>> = { 'zh-CN': '、', 'zh-TW': '、', 'ja-JP': '、' }

/** E.g. "Nov 23, 2026, 10:00 AM UTC": of one zone, as the announcement is the same text for everybody. */
function instant(locale: Locale, at: Date): string {
  const time = new Intl.DateTimeFormat(locale, { ...(DATES[locale] ?? MEDIUM), timeZone: 'UTC' }).format(at)
  return FULL_WIDTH.has(locale) ? `${time}（UTC）` : `${time} UTC`
}

const NO_BREAK_SPACE = '\u00a0'

/** E.g. "30 sec 75%, 1 min 80%": in whole minutes, as on the product's page. */
function durationsIn(locale: Locale, { durations }: ProductTerms<'durations'>): string {
  const inUnits = (unit: 'second' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: UNITS[locale] ?? 'short' })
  const [seconds, minutes] = [inUnits('second'), inUnits('minute')]
  const inWords = (count: number) => (count % 60 === 0 ? minutes.format(count / 60) : seconds.format(count))
  const gap = GAPS[locale]
  const time = (count: number) =>
    gap === undefined ? inWords(count) : inWords(count).replace(/\s*(?=\p{Script=Han})/u, gap)
  const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const sorted = [...durations].sort((one, other) => one.seconds - other.seconds)
  return sorted
    .map((duration) => `${time(duration.seconds)} ${rate.format(duration.earningsRateBp / 10_000)}`)
    .map((item) => item.replaceAll(' ', NO_BREAK_SPACE))
    .join(COMMAS[locale] ?? ', ')
}

function stakesIn(locale: Locale, { stakeMin, stakeMax }: ProductTerms<'stakes'>, { code, scale }: Currency): string {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: scale, maximumFractionDigits: scale })
  const amount = (text: string) =>
    format.format(formatMoney(present(parseMoney(text, scale), 'amounts were checked'), scale) as `${number}`)
  return `${amount(stakeMin)}–${amount(stakeMax)} ${code}`
}

function listIn(locale: Locale, { change, currency }: Announced): string {
  if (change?.part === 'durations') return durationsIn(locale, change.terms)
  return change?.part === 'stakes' ? stakesIn(locale, change.terms, currency) : ''
}

/** Parts whose announcement adds how existing orders continue. */
const KEPT = new Set<string | undefined>(['durations', 'stakes', 'calendar', 'maintenance'])

function textIn(locale: Locale, announced: Announced): { title: string; body: string } {
  const { code, names, change, from } = announced
  const { titles, bodies, kept } = texts[locale]
  const shown = change?.part === 'added' || change?.part === 'names' ? change.terms.names : names
  const values: Record<string, string> = {
    name: shown[locale] ?? code,
    from: instant(locale, from),
    list: listIn(locale, announced),
    ...(change?.part === 'maintenance' && { until: instant(locale, new Date(change.terms.until)) }),
  }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
  const part = change?.part ?? 'withdrawn'
  const body = fill(bodies[part])
  return { title: fill(titles[part]), body: KEPT.has(change?.part) ? `${body}\n\n${kept}` : body }
}

/** The announcement of a change of a product, in every language. */
export const announcementOf = (announced: Announced): AnnouncementTexts =>
  Object.fromEntries(LOCALES.map((locale) => [locale, textIn(locale, announced)]))
