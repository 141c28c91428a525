import { readFileSync } from 'node:fs'
import { fromRoot } from '../lib/paths.mjs'
import { sourceFiles } from '../lib/sources.mjs'
import { documentedNames, listedNames, settingProblems } from './settingRules.mjs'

export const title = 'every setting that the server reads stands in the table of OPERATIONS.md'

const LIST = 'server/src/shared/settingNames.ts'

export async function run() {
  const paths = sourceFiles(['server/src']).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && path !== LIST,
  )
  return settingProblems(
    listedNames(readFileSync(fromRoot(LIST), 'utf8')),
    documentedNames(readFileSync(fromRoot('docs/OPERATIONS.md'), 'utf8')),
    new Map(paths.map((path) => [path, readFileSync(fromRoot(path), 'utf8')])),
  )
}
