import type { Locale } from '../../contract/locales'
import { useLocale } from './index'
import { LANGUAGES } from './languages'
import { type Format, formatOf } from './numbers'

/** A number of a field with the decimal sign of the locale, ungrouped, so that it can be typed on: "1234.5" → "1234,5". */
export const dotAsDecimal = (text: string, locale: Locale): string =>
  text.replace('.', LANGUAGES[locale].numbers.decimal)

export const createFormat = (locale: Locale): Format => formatOf(LANGUAGES[locale].numbers)

const formats = new Map<Locale, Format>()

/** The formats of the user's language. */
export function useFormat(): Format {
  const locale = useLocale()
  const format = formats.get(locale) ?? createFormat(locale)
  formats.set(locale, format)
  return format
}
