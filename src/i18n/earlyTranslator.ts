import type { Locale } from '../../contract/locales'
import type { Messages } from './loadMessages'
import { lacksText, lacksValue } from './missing'
import { pluralForm } from './pluralRules'

/** The text of a key such as "common.minutesAgo", with its values. */
export type Translate = (key: string, values?: Record<string, unknown>) => string

/**
 * Translates the first screen, which i18next would make a tenth larger. It knows what our texts are made of, names in
 * braces and plural forms, so that it says what i18next says of each of them.
 */
export function earlyTranslator(locale: Locale, messages: Messages): Translate {
  const textOf = (key: string) =>
    key.split('.').reduce<Messages | string | undefined>((found, name) => (found as Messages)?.[name], messages)
  return (key, values = {}) => {
    const { count } = values
    const form = typeof count === 'number' ? textOf(`${key}_${pluralForm(locale, count)}`) : undefined
    const text = form ?? textOf(key)
    if (typeof text !== 'string') return lacksText(key)
    return text.replace(/{{(\w+)}}/g, (_, name) => String(values[name] ?? lacksValue(text, name)))
  }
}
