import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '../../contract/locales'
import { keepThaiWords } from '../../src/domain/thaiWords'
import type { Messages } from '../../src/i18n/loadMessages'

function readAll(locale: Locale): Messages {
  return JSON.parse(readFileSync(join(__dirname, '../../src/i18n/locales', `${locale}.json`), 'utf8'))
}

/** The first parts of all keys: a text that begins with one of these and a dot is a key that was not translated. */
export const groupsOf = (locale: Locale): string[] => Object.keys(readAll(locale))

/** The texts that a user of `locale` reads, from the locale's file: `t('auth.logIn')`. Throws for a key without a text. */
export function textsOf(locale: Locale) {
  const all = readAll(locale)
  return (key: string, values: Record<string, string | number> = {}): string => {
    const text = key
      .split('.')
      .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], all)
    if (typeof text !== 'string') throw new Error(`${locale} has no text ${key}`)
    return keepThaiWords(text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')))
  }
}

export type Texts = ReturnType<typeof textsOf>

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches what begins with the text, for names with a figure behind. */
export const beginning = (text: string) => new RegExp(`^\\s*${escaped(text)}`)
export const containing = (text: string) => new RegExp(escaped(text))

/** The word of a direction's button: what some languages add in brackets is a separate text, for screen readers only. */
export const beforeBracket = (text: string) => containing(text.split(/ ?[(（]/)[0] ?? '')
