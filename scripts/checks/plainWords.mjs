import { readFileSync } from 'node:fs'
import { sourceFiles } from '../lib/sources.mjs'
import { commentsIn, habitsIn, paragraphsIn } from './plainWordRules.mjs'

export const title = 'comments and documents say it in plain words'

const SOURCE = /\.(?:tsx?|m?js|cjs|sql|scss|ya?ml|sh|py|service|timer)$|^deploy\/[^.]+$/
/** Migrations are frozen; a dump has the words of its sources; articles and term lists are texts of the app. */
const ELSEWHERE =
  /^server\/sql\/(?:migrations\/|schema\.sql)|^server\/content\/|^docs\/terms\/[a-z]{2}-|^test\/rules\/plainWords/

/** Sentences that use such a word in another sense. */
const ALLOWED = []

export async function run() {
  return sourceFiles()
    .filter((path) => !ELSEWHERE.test(path))
    .flatMap((path) => {
      const read = path.endsWith('.md')
        ? paragraphsIn
        : SOURCE.test(path)
          ? (text) => commentsIn(path, text)
          : undefined
      return (read?.(readFileSync(path, 'utf8')) ?? [])
        .filter(({ text }) => !ALLOWED.some((sentence) => text.includes(sentence)))
        .flatMap(({ line, text }) => habitsIn(text).map(({ found, say }) => `${path}:${line}: "${found}"; say ${say}`))
    })
}
