import type { Locale } from '../../contract/locales'
import { LANGUAGES } from './languages'

/** The plural form of a count. Some Android runtimes of WeChat have no `Intl`, which knows it elsewhere. */
export const pluralForm = (locale: Locale, count: number): 'one' | 'other' => LANGUAGES[locale].plural(count)
