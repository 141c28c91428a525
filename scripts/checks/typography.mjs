import { readdirSync } from 'node:fs'
import { fromRoot } from '../lib/paths.mjs'
import { textsOf } from './localeTexts.mjs'
import { typographyProblems } from './typographyRules.mjs'

export const title = 'French has its no-break spaces, Chinese and Japanese their own punctuation'

export async function run() {
  return readdirSync(fromRoot('src', 'i18n', 'locales')).flatMap((locale) =>
    textsOf(locale).flatMap(({ place, text }) =>
      typographyProblems(text, locale).map((problem) => `${locale} ${place} ${problem}`),
    ),
  )
}
