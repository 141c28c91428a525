/**
 * The days of a deposit into savings: one pure function for the server and for the page that states them beforehand
 * (PRODUCT.md 14). Days are "YYYY-MM-DD" of Asia/Shanghai, which has had UTC+8 without summer time
 * since 1992, so no time zone database is needed and the viewer's own zone plays no part.
 */
const SHANGHAI_OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000
/** Exactly 15:00:00 counts as after. */
const CUT_OFF_MS = 15 * 3_600_000
/** A calendar that is closed for longer than this is a mistake. */
const SEARCH_DAYS_MAX = 60

export interface SavingsDates {
  /** T: this trading day before the cut-off, else the next. */
  tradeDay: string
  /** T+1 trading day; earns every calendar day from then. */
  confirmedOn: string
  /** The day after the first day that earns. */
  firstEarningsShownOn: string
}

const dayOf = (serial: number): string => new Date(serial * DAY_MS).toISOString().slice(0, 10)
const serialOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** The day in Shanghai at an instant (epoch ms). */
export const savingsDay = (atMs: number): string => dayOf(Math.floor((atMs + SHANGHAI_OFFSET_MS) / DAY_MS))

/** The day `count` calendar days after `day`. */
export const addDays = (day: string, count: number): string => dayOf(serialOf(day) + count)

/** Monday to Friday, and not one of `closedDays`. */
export function isTradingDay(day: string, closedDays: ReadonlySet<string>): boolean {
  // Day 0 of the epoch was a Thursday.
  const weekday = (serialOf(day) + 4) % 7
  return weekday !== 0 && weekday !== 6 && !closedDays.has(day)
}

function tradingDayFrom(day: string, closedDays: ReadonlySet<string>): string {
  for (let step = 0; step <= SEARCH_DAYS_MAX; step++) {
    const candidate = addDays(day, step)
    if (isTradingDay(candidate, closedDays)) return candidate
  }
  throw new RangeError(`no trading day within ${SEARCH_DAYS_MAX} days of ${day}`)
}

/** The dates of a deposit that the server takes at `atMs` (epoch ms). */
export function savingsDates(atMs: number, closedDays: ReadonlySet<string>): SavingsDates {
  const shifted = atMs + SHANGHAI_OFFSET_MS
  const today = savingsDay(atMs)
  const isBeforeCutOff = shifted - Math.floor(shifted / DAY_MS) * DAY_MS < CUT_OFF_MS
  const tradeDay = tradingDayFrom(isBeforeCutOff ? today : addDays(today, 1), closedDays)
  const confirmedOn = tradingDayFrom(addDays(tradeDay, 1), closedDays)
  return { tradeDay, confirmedOn, firstEarningsShownOn: addDays(confirmedOn, 1) }
}
