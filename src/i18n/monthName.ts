import type { Locale } from '../../contract/locales'
import type { T } from './keys'
import { LANGUAGES } from './languages'

/** "2026-11" as the language writes a month: "Nov 2026", "2026年11月", "พ.ย. 2569". */
export function monthName(month: string, t: T, locale: Locale): string {
  const [year = '', number = ''] = month.split('-')
  const { months, yearsAhead = 0 } = LANGUAGES[locale].days
  const name = months?.[Number(number) - 1] ?? String(Number(number))
  return t('wallet.statement.monthName', { month: name, year: String(Number(year) + yearsAhead) })
}
