import type { Locale } from '../../contract/locales'
import { useLocale } from './index'
import { LANGUAGES } from './languages'
import { type Format, formatOf } from './numbers'

/**
 * A number as typed or pasted in one locale, with a dot for the decimals: "1.234,50" in German is "1234.50". When the
 * decimal sign is a comma, a dot that is not followed by groups of three digits is one too, as some keyboards have
 * no comma. Other signs stay for the field's own rule.
 */
export function decimalsAsDot(text: string, locale: Locale): string {
  const { decimal, group } = LANGUAGES[locale].numbers
  if (decimal !== ',') return text
  // Pasted from an English page: commas between groups, and a dot before the decimals.
  if (/^\s*\d{1,3}(,\d{3})+\.\d+\s*$/.test(text)) return text.replace(/,/g, '')
  if (text.includes(',')) return text.replace(/\./g, '').replace(',', '.').replace(/,/g, '')
  return group === '.' && /^\s*\d{1,3}(\.\d{3})+\s*$/.test(text) ? text.replace(/\./g, '') : text
}

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
