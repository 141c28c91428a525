import { addDays } from '../../../../contract/savingsDates'
import { DAY_MS } from '../../shared/time'

const CYCLE_DAYS = 28

/**
 * Income of a day of the demo fund × 10^4, which anybody can recompute: 0.6100, plus 0.0050 for each day's distance
 * from the turn of a 28-day cycle, plus a jitter of up to 0.0096. It depends on the date alone and stays near 2.4 % a
 * year.
 */
export function demoIncome(day: string): bigint {
  const serial = Date.parse(`${day}T00:00:00Z`) / DAY_MS
  const phase = serial % CYCLE_DAYS
  const distance = Math.min(phase, CYCLE_DAYS - phase)
  return BigInt(6_100 + distance * 50 + ((serial * 7_919) % 97))
}

/** The days from `first` to `last`, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
