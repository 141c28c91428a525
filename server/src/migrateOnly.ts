import { migrate, SchemaError } from './database/migrate'
import { ConfigError, url } from './shared/env'
import { withSettingsOfFiles } from './shared/settingNames'

/**
 * `node dist/server/migrate.js`: brings the database of DATABASE_URL to this version and ends. It reads no other setting, so
 * that the account which may change the schema need not be the account of the nodes (MIGRATE=step).
 */
async function main() {
  const databaseUrl = url(withSettingsOfFiles(process.env), 'DATABASE_URL', ['postgres:', 'postgresql:'])
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is not set: it says which database to bring to this version.')
  const applied = await migrate(databaseUrl)
  process.stdout.write(applied.length > 0 ? `${applied.join('\n')}\n` : 'The database is up to date.\n')
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof SchemaError
  process.stderr.write(`migrate: ${known ? error.message : String(error)}\n`)
  process.exit(1)
})
