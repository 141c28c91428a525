import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '../../contract/locales'
import { keepThaiWords } from '../../src/domain/thaiWords'
import { mergeGroups } from '../../src/i18n/mergeGroups'

function readAll(locale: Locale) {
  const folder = join(__dirname, '../../src/i18n/locales', locale)
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return mergeGroups(files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

/** The first parts of all keys: a text that begins with one of these and a dot is a key that was not translated. */
export const groupsOf = (locale: Locale): string[] => Object.keys(readAll(locale))

/** The texts that a user of `locale` reads, from the locale files: `t('auth.logIn')`. Throws for a key without a text. */
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
