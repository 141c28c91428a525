import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { partOf, type TextPart } from '../../config/textParts'
import type { Locale } from '../../contract/locales'

const read = async (locale: Locale, part: TextPart) =>
  partOf(readFileSync(join(__dirname, '../../src/i18n/locales', `${locale}.json`), 'utf8'), part)

/** As the bundler cuts a language's file for src/i18n/loadMessages.ts. */
export const loadFirstMessages = (locale: Locale) => read(locale, 'first')
export const loadMessages = (locale: Locale) => read(locale, 'app')
