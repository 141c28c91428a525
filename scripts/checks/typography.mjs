import { readFileSync } from 'node:fs'
import { fromRoot } from '../lib/paths.mjs'
import { textLocales } from '../lib/texts.mjs'
import { flatten, textsOf } from './localeTexts.mjs'
import { typographyProblems } from './typographyRules.mjs'

export const title =
  'texts have the punctuation of their language: curly in English, French spaces, full width in Chinese'

/** The texts of the staff console by the locale whose rules they follow. @type {Record<string, string>} */
const CONSOLE = { 'en-US': 'en', 'zh-CN': 'zh-CN' }

/** @param {string} locale */
function consoleTextsOf(locale) {
  const name = CONSOLE[locale]
  if (!name) return []
  const texts = JSON.parse(readFileSync(fromRoot('console', 'texts', `${name}.json`), 'utf8'))
  return flatten(texts, 'console').map(([place, text]) => ({ place, text }))
}

export async function run() {
  return textLocales().flatMap((locale) =>
    [...textsOf(locale), ...consoleTextsOf(locale)].flatMap(({ place, text }) =>
      typographyProblems(text, locale).map((problem) => `${locale} ${place} ${problem}`),
    ),
  )
}
