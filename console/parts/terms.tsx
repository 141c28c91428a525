import type { PublicTerms } from '../../contract/market'
import { moment, t } from '../texts'

type Hours = NonNullable<PublicTerms['calendar']>['hours']

/** "Mon Tue Wed 09:30–12:00": days with the same session stand together. */
export function hoursInWords(hours: Hours): string {
  const byTime = Map.groupBy(hours, ({ open, close }) => `${open}–${close}`)
  return [...byTime].map(([time, rows]) => `${rows.map(({ day }) => t(`weekday/${day}`)).join(' ')} ${time}`).join('; ')
}

const calendarInWords = (calendar: NonNullable<PublicTerms['calendar']>) =>
  calendar.alwaysOpen ? t('alwaysOpen') : `${hoursInWords(calendar.hours)} (${calendar.timeZone})`

/** Terms of a product in words, each part that is there; amounts as they were typed. */
export function termsInWords(terms: PublicTerms): string {
  const names = terms.names && Object.entries(terms.names).map(([locale, name]) => `${locale} ${name}`)
  return [
    terms.code,
    names?.join(', '),
    terms.recommended && t('field/recommended'),
    terms.durations?.map(({ seconds, earningsRateBp }) => `${seconds} s ${earningsRateBp / 100} %`).join(', '),
    terms.stakeMin && `${terms.stakeMin}–${terms.stakeMax} (${terms.stakePresets?.join(', ')})`,
    terms.calendar && calendarInWords(terms.calendar),
    terms.until !== undefined && `${t('field/maintenanceUntil')}: ${moment(terms.until)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
