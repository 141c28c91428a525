import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '../lib/paths.mjs'
import { contractionProblems, problemsOf } from './migrationRules.mjs'

export const title =
  'a migration that has landed never changes, and takes nothing away that nodes of the version before use'

/** @param {...string} words */
const git = (...words) => execFileSync('git', words, { cwd: fromRoot('.'), encoding: 'utf8' })

/** The list of migrations of the first release; undefined before it, when no node has to run on a newer schema. */
function firstReleased() {
  if (!existsSync(fromRoot('.git'))) return undefined
  const [tag] = git('tag', '--list', 'v*', '--sort=version:refname').split('\n')
  return tag ? git('show', `${tag}:server/sql/migrations.sha256`) : undefined
}

export async function run() {
  const folder = fromRoot('server/sql/migrations')
  const migrations = readdirSync(folder)
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  const first = firstReleased()
  const later = first === undefined ? [] : migrations.filter(({ name }) => !first.includes(`  ${name}\n`))
  const reasons = JSON.parse(readFileSync(fromRoot('scripts/checks/contractions.json'), 'utf8'))
  return [
    ...problemsOf(migrations, readFileSync(fromRoot('server/sql/migrations.sha256'), 'utf8')),
    ...contractionProblems(later, reasons),
  ]
}
