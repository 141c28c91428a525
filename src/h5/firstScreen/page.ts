import type { NumberStyle } from '../../i18n/languages'

/** What a language adds to the templates. */
export interface FirstLanguage {
  /** Texts in the order of their marks. */
  texts: string[]
  numbers: NumberStyle
}

/** The build's data in the page for the painting script: `[[3]]` is a text, `{{name}}` a value. */
export interface FirstPage {
  /** Template by the path of the address. */
  pages: Record<string, string>
  /** The files that a page and a language need, by name. */
  files: Record<string, string[]>
  /** The default one. Nine more would make the page a quarter larger, so each has its own file. */
  language: FirstLanguage
  /** Addresses of the others by locale. */
  languages: Record<string, string>
  /** Marks of the notices about funds and market. */
  bands: Record<string, string>
  /** Marks of what an example called and how that ended, e.g. of `up.won`. */
  calls: Record<string, { way: string; call: string }>
  /** Marks of what its terms say in each kind of market. */
  terms: Record<'simulated' | 'live', string>
}
