import type { Locale } from '../../contract/locales'
import type { T } from './keys'
import { LANGUAGES } from './languages'

/** A month or a year: "2026-11" as below, and "2026" as the language writes a year: "2026", "2026年", "2569". */
export function periodName(period: string, t: T, locale: Locale): string {
  if (period.includes('-')) return monthName(period, t, locale)
  return t('wallet.statement.yearName', { year: String(Number(period) + (LANGUAGES[locale].days.yearsAhead ?? 0)) })
}

/** "2026-11" as the language writes a month: "Nov 2026", "2026年11月", "พ.ย. 2569". */
export function monthName(month: string, t: T, locale: Locale): string {
  const [year = '', number = ''] = month.split('-')
  const { months, yearsAhead = 0 } = LANGUAGES[locale].days
  const name = months?.[Number(number) - 1] ?? String(Number(number))
  return t('wallet.statement.monthName', { month: name, year: String(Number(year) + yearsAhead) })
}
