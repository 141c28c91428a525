import type { PublicTerms } from '../../contract/market'
import { moment, t } from '../texts'

type Hours = NonNullable<PublicTerms['calendar']>['hours']

/** "Mon Tue Wed 09:30–12:00": days with the same session are grouped. */
export function hoursInWords(hours: Hours): string {
  const byTime = Map.groupBy(hours, ({ open, close }) => `${open}–${close}`)
  return [...byTime].map(([time, rows]) => `${rows.map(({ day }) => t(`weekday/${day}`)).join(' ')} ${time}`).join('; ')
}

const calendarInWords = (calendar: NonNullable<PublicTerms['calendar']>) =>
  calendar.alwaysOpen ? t('alwaysOpen') : `${hoursInWords(calendar.hours)} (${calendar.timeZone})`

const namesInWords = (names: Record<string, string>) =>
  Object.entries(names)
    .map(([locale, name]) => `${locale} ${name}`)
    .join(', ')

/** A number and its unit stay on one line. */
const NO_BREAK = '\u00a0'

const durationsInWords = (durations: NonNullable<PublicTerms['durations']>) =>
  durations.map(({ seconds, earningsRateBp }) => [seconds, 's', earningsRateBp / 100, '%'].join(NO_BREAK)).join(', ')

/** Each term that is there in words, by its name; amounts as they were typed. */
export function termsByName(terms: PublicTerms): Record<string, string> {
  const { code, names, category, decimals, recommended, durations, calendar, until } = terms
  return {
    ...(code !== undefined && { code }),
    ...(names && { names: namesInWords(names) }),
    ...(category && { category: t(`category/${category}`) }),
    ...(decimals !== undefined && { decimals: String(decimals) }),
    ...(recommended !== undefined && { recommended: t(recommended ? 'truth/yes' : 'truth/no') }),
    ...(durations && { durations: durationsInWords(durations) }),
    ...(terms.stakeMin && { stakeMin: terms.stakeMin }),
    ...(terms.stakeMax && { stakeMax: terms.stakeMax }),
    ...(terms.stakePresets && { stakePresets: terms.stakePresets.join(', ') }),
    ...(calendar && { calendar: calendarInWords(calendar) }),
    ...(until !== undefined && { until: moment(until) }),
  }
}

/** Terms of a product as one text, each part that is there; amounts as they were typed. */
export function termsInWords(terms: PublicTerms): string {
  const words = termsByName(terms)
  return [
    words.code,
    words.names,
    terms.recommended && t('field/recommended'),
    words.durations,
    words.stakeMin && `${words.stakeMin}–${words.stakeMax} (${words.stakePresets})`,
    words.calendar,
    words.until && `${t('field/maintenanceUntil')}: ${words.until}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
