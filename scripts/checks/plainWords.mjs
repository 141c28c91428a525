import { readFileSync } from 'node:fs'
import { sourceFiles } from '../lib/sources.mjs'
import { commentsIn, habitsIn, paragraphsIn } from './plainWordRules.mjs'

export const title = 'comments and documents say it in plain words'

const SOURCE = /\.(?:tsx?|m?js|cjs|sql|scss|ya?ml|sh|py|service|timer)$|^deploy\/[^.]+$/
/** Migrations are frozen; a dump has the words of its sources; articles and term lists are texts of the app. */
const ELSEWHERE =
  /^server\/sql\/(?:migrations\/|schema\.sql)|^server\/content\/|^docs\/terms\/[a-z]{2}-|^test\/rules\/plainWords/

export async function run() {
  return sourceFiles()
    .filter((path) => !ELSEWHERE.test(path))
    .flatMap((path) => {
      const isDocument = path.endsWith('.md')
      if (!isDocument && !SOURCE.test(path)) return []
      const text = readFileSync(path, 'utf8')
      return (isDocument ? paragraphsIn(text) : commentsIn(path, text)).flatMap(({ line, text }) =>
        habitsIn(text).map(({ found, say }) => `${path}:${line}: "${found}"; say ${say}`),
      )
    })
}
