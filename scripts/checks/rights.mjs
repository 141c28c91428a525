import { globSync, readFileSync } from 'node:fs'
import { securityDocument } from '../docs/rights.mjs'
import { fromRoot } from '../lib/paths.mjs'
import { rightsIn, unlisted, unrightful } from './rightRules.mjs'

export const title =
  'every table has its line in server/sql/roles.sql, and who writes it the right; SECURITY.md has the same'

/** Applied by the owner, or only on the database of one machine. */
const OF_THE_OWNER = [
  'server/src/database/sqlFiles.ts',
  'server/src/database/migrate.ts',
  'server/src/office/queues/demoQueues.ts',
  'server/sql/functions/make_partition.sql',
]

/** @param {string} path */
const read = (path) => readFileSync(fromRoot(path), 'utf8')

export async function run() {
  const [roles, document] = [read('server/sql/roles.sql'), read('docs/SECURITY.md')]
  const rights = rightsIn(roles)
  const isStale = securityDocument(document, roles) !== document
  const files = globSync(['server/src/**/*.ts', 'server/sql/functions/*.sql'], { cwd: fromRoot('.') }).filter(
    (path) => !path.endsWith('.test.ts') && !OF_THE_OWNER.includes(path),
  )
  return [
    ...(isStale ? ['docs/SECURITY.md has other rights than roles.sql: run node scripts/docs/rights.mjs'] : []),
    ...unlisted(read('server/sql/schema.sql'), rights),
    ...files.flatMap((path) => unrightful(path, read(path), rights)),
  ]
}
