import type { Messages } from '../../src/i18n/loadMessages'

/** Each key of a locale file with its text; each plural form has its own key. */
export function textsIn(messages: Messages, prefix = ''): [key: string, text: string][] {
  return Object.entries(messages).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${prefix}${name}`, value]] : textsIn(value, `${prefix}${name}.`),
  )
}
