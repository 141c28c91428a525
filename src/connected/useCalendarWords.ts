import { useLocale, useT } from '../i18n'
import { useDayFormat } from '../i18n/days'
import { LANGUAGES } from '../i18n/languages'
import { monthName } from '../i18n/monthName'

/** The names of days and months, and the labels of the arrows, for a `MonthCalendar` in the user's language. */
export function useCalendarWords() {
  const t = useT()
  const days = useDayFormat()
  const locale = useLocale()
  const { weekdays, weekBegins } = LANGUAGES[locale].days
  return {
    weekdays,
    weekBegins,
    monthLabel: (month: string) => monthName(month, t, locale),
    dayLabel: days.full,
    previousLabel: t('limits.break.monthBefore'),
    nextLabel: t('limits.break.monthAfter'),
  }
}
