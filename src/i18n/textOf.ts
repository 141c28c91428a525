import type { Locale } from '../../contract/locales'
import type { Messages } from './loadMessages'
import { pluralForm } from './pluralRules'

const at = (messages: Messages | undefined, key: string): string | undefined => {
  let node: Messages | string | undefined = messages
  for (const name of key.split('.')) node = typeof node === 'object' ? node[name] : undefined
  return typeof node === 'string' ? node : undefined
}

/**
 * The text of `key` with its values put in, in the plural form of `count`; undefined if there is none. A value that is not
 * given is told to `lacks`, whose answer takes its place.
 */
export function textOf(
  locale: Locale,
  messages: Messages | undefined,
  key: string,
  values: Record<string, unknown> = {},
  lacks: (name: string, text: string) => string = () => '',
): string | undefined {
  const { count } = values
  const text = (typeof count === 'number' && at(messages, `${key}_${pluralForm(locale, count)}`)) || at(messages, key)
  return text?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    return value === undefined || value === null ? lacks(name, text) : String(value)
  })
}
