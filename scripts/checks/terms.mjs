import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '../lib/paths.mjs'
import { textLocales } from '../lib/texts.mjs'
import { textsOf } from './localeTexts.mjs'
import { bannedIn, listProblems, parseTerms } from './termRules.mjs'

export const title = 'texts and articles use the words of docs/terms, and none of those that it bans'

const REFERENCE = 'en-US'

export async function run() {
  const folder = fromRoot('docs', 'terms')
  const lists = new Map(
    textLocales().map((locale) => [locale, parseTerms(readFileSync(join(folder, `${locale}.md`), 'utf8'))]),
  )
  return [...lists].flatMap(([locale, terms]) => [
    ...listProblems(terms, lists.get(REFERENCE) ?? []).map((problem) => `docs/terms/${locale}.md ${problem}`),
    ...textsOf(locale).flatMap(({ place, text }) =>
      bannedIn(text, place, terms, locale).map(
        ({ found, term }) =>
          `${locale} ${place} says "${found}"; the word for ${term.concept} is "${term.word}" (docs/terms/${locale}.md)`,
      ),
    ),
  ])
}
