import { STATEMENT_MONTHS } from '../../../contract/limits'
import { formatDayKey, type TimeZoneChoice } from '../../domain/time'

/** The months that have a statement, newest first, as "2026-11", by the user's time zone; the current one is the first. */
export function statementMonths(nowMs: number, zone: TimeZoneChoice): string[] {
  const [year = 0, month = 1] = formatDayKey(nowMs, zone).split('/').map(Number)
  return Array.from({ length: STATEMENT_MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
