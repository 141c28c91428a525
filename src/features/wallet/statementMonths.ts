import { STATEMENT_MONTHS } from '../../../contract/limits'
import { formatDayKey, type TimeZoneChoice } from '../../domain/time'

/**
 * The months that have a statement, newest first, as "2026-11": the current month in the user's time zone, and earlier
 * ones that began after `recordsFrom`.
 */
export function statementMonths(nowMs: number, zone: TimeZoneChoice, recordsFrom: string | null = null): string[] {
  const [year = 0, month = 1] = formatDayKey(nowMs, zone).split('/').map(Number)
  const months = Array.from({ length: STATEMENT_MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
  if (recordsFrom === null) return months
  const archived = formatDayKey(Date.parse(recordsFrom), zone).replaceAll('/', '-').slice(0, 7)
  return months.filter((each) => each > archived)
}
