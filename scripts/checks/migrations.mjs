import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '../lib/paths.mjs'
import { contractionProblems, problemsOf } from './migrationRules.mjs'

export const title =
  'a migration that has landed never changes, and takes nothing away that nodes of the version before use'

export async function run() {
  const folder = fromRoot('server/sql/migrations')
  const migrations = readdirSync(folder)
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  const [, ...later] = migrations
  const reasons = JSON.parse(readFileSync(fromRoot('scripts/checks/contractions.json'), 'utf8'))
  return [
    ...problemsOf(migrations, readFileSync(fromRoot('server/sql/migrations.sha256'), 'utf8')),
    ...contractionProblems(later, reasons),
  ]
}
