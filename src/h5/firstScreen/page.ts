import type { Locale } from '../../../contract/locales'
import type { NumberStyle } from '../../i18n/languages'

/** The build's data in the page for the painting script: `[[3]]` is a text, `{{name}}` a value. */
export interface FirstPage {
  /** Template by the path of the address. */
  pages: Record<string, string>
  /** The files that a page and a language need, by name. */
  files: Record<string, string[]>
  /** Texts by locale, in the order of their marks. */
  dictionary: Record<Locale, string[]>
  numbers: Record<Locale, NumberStyle>
  /** Marks of the notices about funds and market. */
  bands: Record<string, string>
}
