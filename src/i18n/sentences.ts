import type { Locale } from '../../contract/locales'
import { currentLocale } from './index'

/** Languages that write one sentence after the other without a space, and their signs in full width. */
const FULL_WIDTH: ReadonlySet<Locale> = new Set(['zh-CN', 'zh-TW', 'ja-JP'])

/** Two sentences as one text in the user's language. */
export const joinSentences = (first: string, second: string, locale: Locale = currentLocale()): string =>
  first === '' || second === '' ? first + second : first + (FULL_WIDTH.has(locale) ? '' : ' ') + second

/** "One, two": names in a row, with the comma of the user's language between names. */
export const listed = (names: readonly string[], locale: Locale = currentLocale()): string =>
  names.join(FULL_WIDTH.has(locale) ? '、' : ', ')

/** "End: Safari on iOS": a name and what it is said of, with the colon of the user's language. */
export function labelled(label: string, text: string, locale: Locale = currentLocale()): string {
  const colon = FULL_WIDTH.has(locale) ? '：' : locale === 'fr-FR' ? '\u00a0: ' : ': '
  return label + colon + text
}
