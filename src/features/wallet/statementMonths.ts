import { STATEMENT_MONTHS } from '../../../contract/limits'
import type { Locale } from '../../../contract/locales'
import { formatDayKey, type TimeZoneChoice } from '../../domain/time'
import type { T } from '../../i18n/keys'
import { LANGUAGES } from '../../i18n/languages'

/** The months that have a statement, newest first, as "2026-11": the current one of the clock that the user reads. */
export function statementMonths(nowMs: number, zone: TimeZoneChoice): string[] {
  const [year = 0, month = 1] = formatDayKey(nowMs, zone).split('/').map(Number)
  return Array.from({ length: STATEMENT_MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

/** "2026-11" as the language writes a month: "Nov 2026", "2026年11月". */
export function monthName(month: string, t: T, locale: Locale): string {
  const [year = '', number = ''] = month.split('-')
  const name = LANGUAGES[locale].days.months?.[Number(number) - 1] ?? String(Number(number))
  return t('wallet.statement.monthName', { month: name, year })
}
