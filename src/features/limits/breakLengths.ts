import type { BeginBreak } from '../../../contract/accountLimits'
import { dayAfter } from '../../domain/calendar'
import { DAY_MS, formatDayKey, type TimeZoneChoice } from '../../domain/time'

/** The lengths on offer, from the shortest. A length without days has no end. */
export const BREAK_LENGTHS = [
  { name: 'day', kind: 'break', days: 1 },
  { name: 'week', kind: 'break', days: 7 },
  { name: 'month', kind: 'break', days: 30 },
  { name: 'halfYear', kind: 'exclusion', days: 183 },
  { name: 'year', kind: 'exclusion', days: 365 },
  { name: 'fiveYears', kind: 'exclusion', days: 5 * 365 + 1 },
  { name: 'forGood', kind: 'exclusion', days: undefined },
] as const satisfies readonly { name: string; kind: BeginBreak['kind']; days: number | undefined }[]

export type BreakLength = (typeof BREAK_LENGTHS)[number]

/** When a break that begins now ends, ISO; null for good. */
export const endOf = ({ days }: BreakLength, nowMs: number): string | null =>
  days === undefined ? null : new Date(nowMs + days * DAY_MS).toISOString()

/** A break until a chosen day lasts at least one whole day, and at most as many as the server accepts. */
const DAYS_MAX = 365

const dayOf = (atMs: number, zone: TimeZoneChoice) => formatDayKey(atMs, zone).replaceAll('/', '-')

/** The end of the day, ISO. */
export function endOfDay(day: string, zone: TimeZoneChoice): string {
  const next = dayAfter(day, 1)
  return new Date(zone === 'utc' ? `${next}T00:00:00Z` : `${next}T00:00:00`).toISOString()
}

/** The first and the last day that such a break can end with; it must outlast a break in force until `after`. */
export function lastDays(nowMs: number, after: string | null, zone: TimeZoneChoice): { first: string; last: string } {
  const today = dayOf(nowMs, zone)
  const tomorrow = dayAfter(today, 1)
  const held = after === null ? tomorrow : dayOf(Date.parse(after), zone)
  const last = dayAfter(today, DAYS_MAX - 1)
  if (held > tomorrow) return { first: held, last }
  return { first: tomorrow, last }
}
