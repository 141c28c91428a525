import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fromRoot } from '../lib/paths.mjs'
import { sourceFiles } from '../lib/sources.mjs'
import { citationsIn, pathsIn, problemOf } from './referenceRules.mjs'

export const title =
  'every document, section and rule that the sources cite exists, and every file that PROOF*.md and SECURITY.md name'

const CITING = /\.(tsx?|m?js|cjs|sql|ya?ml|scss|service|md|sh)$/

/** Name → text of the documents of the root and of docs/. */
function readDocuments() {
  const folders = [fromRoot(), fromRoot('docs')]
  return new Map(
    folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]),
    ),
  )
}

/** Texts whose citations are not held: an article is no source, rules test the check, and a migration that has landed never changes. */
const NOT_HELD = ['server/content/', 'test/rules/', 'server/sql/migrations/']

/** Documents that name files as their evidence. */
const EVIDENCED = /^(PROOF|SECURITY)/

/**
 * Files that they name and that the repository has not.
 * @param {Map<string, string>} documents
 */
const missingPaths = (documents) =>
  [...documents].flatMap(([name, text]) =>
    pathsIn(EVIDENCED.test(name) ? text : '')
      .filter(({ path }) => !existsSync(fromRoot(path)))
      .map(({ line, path }) => `${name}:${line}: ${path} does not exist`),
  )

export async function run() {
  const documents = readDocuments()
  const missing = missingPaths(documents)
  const citations = sourceFiles()
    .filter((file) => CITING.test(file) && !NOT_HELD.some((folder) => file.startsWith(folder)))
    .flatMap((file) =>
      citationsIn(readFileSync(file, 'utf8')).flatMap((citation) => {
        const problem = problemOf(citation, documents)
        return problem === undefined ? [] : [`${file}:${citation.line}: ${problem}`]
      }),
    )
  return [...missing, ...citations]
}
