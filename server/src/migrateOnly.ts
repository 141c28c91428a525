import { migrate, SchemaError } from './database/migrate'
import { missingRoles } from './database/roles'
import { ConfigError, url } from './shared/env'
import { withSettingsOfFiles } from './shared/settingNames'

/**
 * `node dist/server/migrate.js`: brings the database of DATABASE_URL to this version and ends. It reads no other setting, so
 * that the account which may change the schema need not be the account of the nodes (MIGRATE=step).
 */
const withoutRoles = (missing: readonly string[]) =>
  'migrate: there are no roles with fewer rights, which live funds need, and this account may make none. As a superuser: ' +
  `${missing.map((role) => `create role ${role} login password '…';`).join(' ')} then run this again.\n`

async function main() {
  const databaseUrl = url(withSettingsOfFiles(process.env), 'DATABASE_URL', ['postgres:', 'postgresql:'])
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is not set: it says which database to bring to this version.')
  const applied = await migrate(databaseUrl)
  const missing = await missingRoles(databaseUrl)
  if (missing.length > 0) process.stderr.write(withoutRoles(missing))
  process.stdout.write(applied.length > 0 ? `${applied.join('\n')}\n` : 'The database is up to date.\n')
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof SchemaError
  process.stderr.write(`migrate: ${known ? error.message : String(error)}\n`)
  process.exit(1)
})
