import type { Locale } from '../../../../contract/locales'
import { fallbacksOf } from '../../../../contract/locales'
import type { AnnouncedChange, Product, PublicTerms } from '../../../../contract/market'
import type { TimeZoneChoice } from '../../../domain/time'
import { showOpening, showWeekday } from '../../../i18n/days'
import type { T } from '../../../i18n/keys'
import type { Format } from '../../../i18n/numbers'
import { durationText } from '../words'

/** A name and its new value; if that differs, with the value until then. */
export interface ChangeLine {
  label: string
  value: string
  isChanged?: boolean
}

export interface ChangeWords {
  t: T
  format: Format
  locale: Locale
  zone: TimeZoneChoice
}

const TITLES = {
  added: 'trade.changes.names',
  names: 'trade.changes.names',
  durations: 'trade.changes.durations',
  stakes: 'trade.changes.stakes',
  calendar: 'trade.changes.calendar',
  maintenance: 'trade.changes.maintenance',
} as const

/** "New trading hours from Mon, Nov 23, 10:00 (UTC+8)". */
export const changeTitle = ({ part, from }: AnnouncedChange, { t, zone }: ChangeWords): string =>
  t(TITLES[part], { time: showOpening(from, zone) })

const line = (label: string, value: string, before: string): ChangeLine =>
  before === value ? { label, value } : { label, value: `${before} → ${value}`, isChanged: true }

function durationLines(product: Product, durations: Product['durations'], { t, format }: ChangeWords): ChangeLine[] {
  const rateIn = (list: Product['durations'], seconds: number) => {
    const found = list.find((duration) => duration.seconds === seconds)
    return found ? format.percent(found.earningsRateBp, 0) : ''
  }
  const all = [...new Set([...product.durations, ...durations].map(({ seconds }) => seconds))].sort((a, b) => a - b)
  return all.map((seconds) => {
    const label = durationText(seconds, t)
    const [value, before] = [rateIn(durations, seconds), rateIn(product.durations, seconds)]
    if (before === '') return { label, value: t('trade.changes.added', { value }), isChanged: true }
    return line(label, value || t('trade.changes.gone'), before)
  })
}

function stakeLines(product: Product, terms: PublicTerms, { t, format }: ChangeWords): ChangeLine[] {
  const { stakeMin = '', stakeMax = '', stakePresets = [] } = terms
  const list = (amounts: readonly string[]) => amounts.map((amount) => format.number(amount)).join(' · ')
  return [
    line(t('trade.changes.minimum'), format.number(stakeMin), format.number(product.stakeMin)),
    line(t('trade.changes.maximum'), format.number(stakeMax), format.number(product.stakeMax)),
    { label: t('trade.changes.presets'), value: list(stakePresets) },
  ]
}

type Calendar = Product['calendar']

/** "Mon–Fri" with "09:30–12:00, 13:00–16:00": days in a row with the same sessions are grouped. */
function hourLines({ hours }: Calendar): ChangeLine[] {
  const sessions = [1, 2, 3, 4, 5, 6, 7].map((day) =>
    hours
      .filter((session) => session.day === day)
      .map(({ open, close }) => `${open}–${close}`)
      .sort()
      .join(', '),
  )
  const rows: { from: number; to: number; value: string }[] = []
  for (const [index, value] of sessions.entries()) {
    const last = rows[rows.length - 1]
    if (value === '') continue
    if (last?.value === value && last.to === index) last.to = index + 1
    else rows.push({ from: index + 1, to: index + 1, value })
  }
  return rows.map(({ from, to, value }) => ({
    label: from === to ? showWeekday(from) : `${showWeekday(from)}–${showWeekday(to)}`,
    value,
  }))
}

const calendarLines = (calendar: Calendar, { t }: ChangeWords): ChangeLine[] =>
  calendar.alwaysOpen ? [{ label: t('trade.changes.always'), value: '' }] : hourLines(calendar)

const nameIn = (names: Record<string, string>, locale: Locale) =>
  fallbacksOf(locale)
    .map((one) => names[one])
    .find((name) => name !== undefined) ?? ''

export function changeLines(product: Product, { terms }: AnnouncedChange, words: ChangeWords): ChangeLine[] {
  const { durations, stakeMin, calendar, names } = terms
  if (durations) return durationLines(product, durations, words)
  if (stakeMin !== undefined) return stakeLines(product, terms, words)
  if (calendar) return calendarLines(calendar, words)
  return names ? [{ label: words.t('trade.changes.newName'), value: nameIn(names, words.locale) }] : []
}

/** A note below the lines: the time zone of the hours, or the end of a maintenance. */
export function changeNote({ terms }: AnnouncedChange, { t, zone }: ChangeWords): string | undefined {
  const { calendar, until } = terms
  if (calendar && !calendar.alwaysOpen) return t('trade.changes.zone', { zone: calendar.timeZone })
  return until ? t('trade.changes.until', { time: showOpening(until, zone) }) : undefined
}
