import { join } from 'node:path'
import type { Client } from 'pg'
import { systemClock } from '../shared/clock'
import type { Log } from '../shared/log'
import { projectRoot } from '../shared/paths'
import { openConnection } from './connection'
import { applyRoles, hasRoles } from './roles'
import {
  appliedFiles,
  applyChanged,
  applyFunctions,
  nameOf,
  noteApplied,
  openFileRecord,
  readSqlFiles,
  type SqlFiles,
} from './sqlFiles'

/** Keeps two processes from migrating at once by a locked row, which every PostgreSQL-compatible database has. */
async function withMigrationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = await openConnection({ connectionString: url })
  try {
    await client.query('create table if not exists migration_lock (id int primary key)').catch(ignoreRace)
    await client.query('insert into migration_lock (id) values (1) on conflict do nothing')
    await client.query('begin')
    await client.query('select id from migration_lock where id = 1 for update')
    const value = await work()
    await client.query('commit')
    return value
  } finally {
    await client.end()
  }
}

/** "create table if not exists" still collides when two sessions create the same name, or its type, at the same moment. */
function ignoreRace(error: { code?: string }) {
  if (!['23505', '42P07', '42710'].includes(error.code ?? '')) throw error
}

/** The database cannot be brought to this version; the message is one sentence that says what to do. */
export class SchemaError extends Error {
  override name = 'SchemaError'
}

/** Names of the migrations that the database has had, oldest first. */
async function migrationsOf(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('migration') is not null as found`,
  )
  if (!tables[0]?.found) return []
  return (await client.query<{ name: string }>('select name from migration order by id')).rows.map(({ name }) => name)
}

/** Refuses a database on which migrations would fail, or would silently leave something unmended. */
function assertMigratable(had: readonly string[], applied: ReadonlyMap<string, string>, files: SqlFiles) {
  const [first] = files.migrations
  if (had.length > 0 && first && !had.includes(nameOf(first))) {
    throw new SchemaError(
      'This database does not begin with the baseline (server/sql/migrations), so that nothing can bring it up to date: start with an ' +
        'empty one (DATABASE_URL of a new database or, for the embedded PostgreSQL, another DATA_DIR).',
    )
  }
  const edited = files.migrations.find(({ path, sha256 }) => (applied.get(path) ?? sha256) !== sha256)
  if (edited) {
    throw new SchemaError(
      `server/sql/${edited.path} is not what this database ran: restore the file, and put the change into a new migration, or start with an empty database.`,
    )
  }
}

async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const value = await work()
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** On our own connection: one that the runner opened would have no listener for its loss, which then ends the process. */
async function runMigrations(client: Client, folder: string) {
  const { runner } = await import('node-pg-migrate')
  return runner({
    dbClient: client,
    dir: join(folder, 'migrations'),
    direction: 'up',
    migrationsTable: 'migration',
    checkOrder: true,
    singleTransaction: true,
    noLock: true,
    log: () => undefined,
  })
}

/** Constants, migrations, functions, triggers, first partitions and, after any change, the rights on all of it, in this order. */
async function bringUpToDate(client: Client, folder: string): Promise<string[]> {
  const files = readSqlFiles(folder)
  await openFileRecord(client)
  const had = await migrationsOf(client)
  assertMigratable(had, await appliedFiles(client), files)
  if (isOfNewerVersion(had, files)) return []
  await inTransaction(client, () => applyChanged(client, files.constants))
  // Most starts have nothing to run, and do not load what would.
  const isAsWeAre = had.join() === files.migrations.map(nameOf).join()
  const ran = isAsWeAre ? [] : await runMigrations(client, folder)
  const changed = await inTransaction(client, async () => {
    for (const file of files.migrations) await noteApplied(client, file)
    const functions = await applyFunctions(client, files.functions, ran.length > 0)
    if (await applyChanged(client, files.triggers)) functions.push(files.triggers.path)
    await client.query('select make_first_partitions()')
    // New tables and functions have no rights yet.
    if (await applyRoles(client, files.roles, ran.length + functions.length > 0)) functions.push(files.roles.path)
    return functions
  })
  return [...ran.map(({ name }) => name), ...changed]
}

/** A newer version has migrated the database: this version works with it unchanged until the newer one takes over. */
function isOfNewerVersion(had: readonly string[], files: SqlFiles): boolean {
  const known = new Set(files.migrations.map(nameOf))
  return had.some((name) => !known.has(name))
}

const SQL_FOLDER = join(projectRoot(), 'server', 'sql')

/** How a change gets hold of a table in use. */
export interface Patience {
  /** How long it waits; every request for that table waits behind it. */
  lockMs: number
  tries: number
  /** Between two tries, while requests continue. */
  restMs: number
}

const NO_RIGHT = '42501'

/** Turns what the database says of a missing right into a sentence with what to do. */
const sayWhoseRight = (sentence: string) => (error: unknown) => {
  throw (error as { code?: string }).code === NO_RIGHT
    ? new SchemaError(`${sentence} (${(error as Error).message})`)
    : error
}

const PATIENCE: Patience = { lockMs: 3_000, tries: 20, restMs: 5_000 }
const LOCK_NOT_AVAILABLE = '55P03'

async function tryOnce(url: string, folder: string, lockMs: number): Promise<string[]> {
  const client = await openConnection({ connectionString: url })
  try {
    await client.query(`select set_config('lock_timeout', $1, false)`, [`${lockMs}ms`])
    return await bringUpToDate(client, folder)
  } finally {
    await client.end()
  }
}

/**
 * Brings the database at `url` to the schema of `folder` (server/sql). Returns what it applied: names of migrations,
 * and paths of functions and triggers. Throws a `SchemaError` for a database that it must not touch, and if a table
 * stays in use.
 */
export async function migrate(url: string, log?: Log, folder = SQL_FOLDER, patience = PATIENCE): Promise<string[]> {
  const migrating = withMigrationLock(url, async () => {
    for (let tried = 1; ; tried++) {
      try {
        const applied = await tryOnce(url, folder, patience.lockMs)
        if (applied.length > 0) log?.info({ changes: applied.length }, 'the database schema was brought up to date')
        log?.debug({ applied }, 'what the schema lacked')
        return applied
      } catch (error) {
        if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
        if (tried >= patience.tries) {
          throw new SchemaError(
            `The schema could not be changed in ${tried} tries, because a table stays in use: end the transaction that ` +
              'holds it (pg_stat_activity shows the oldest), and start again.',
          )
        }
        log?.warn({ tried }, 'a table is in use, so the schema is changed a little later')
        await systemClock.sleep(patience.restMs)
      }
    }
  })
  return migrating.catch(
    sayWhoseRight(
      'The account of DATABASE_URL may not change the schema: run "node dist/server/migrate.js" as the owner of the tables, and ' +
        'set MIGRATE=step for the nodes.',
    ),
  )
}

/**
 * The files that `migrate` would apply; none if the database is up to date or of a newer version. Throws a
 * `SchemaError`, too.
 */
export async function pendingChanges(url: string, folder = SQL_FOLDER): Promise<string[]> {
  const client = await openConnection({ connectionString: url })
  try {
    const files = readSqlFiles(folder)
    const had = await migrationsOf(client)
    const applied = had.length > 0 ? await appliedFiles(client) : new Map<string, string>()
    assertMigratable(had, applied, files)
    if (isOfNewerVersion(had, files)) return []
    const isMissing = (path: string) =>
      path.startsWith('functions/') && !files.functions.some((file) => file.path === path)
    return [
      ...files.migrations.map(nameOf).filter((name) => !had.includes(name)),
      ...[files.constants, ...files.functions, files.triggers, ...((await hasRoles(client)) ? [files.roles] : [])]
        .filter(({ path, sha256 }) => applied.get(path) !== sha256)
        .map(({ path }) => path),
      ...[...applied.keys()].filter(isMissing),
    ]
  } finally {
    await client.end()
  }
}

/** If `MIGRATE=step`: throws a `SchemaError` for a database that the step has not brought to this version. */
export async function refuseOlderSchema(url: string): Promise<void> {
  const pending = await pendingChanges(url).catch(
    sayWhoseRight(
      'The account of DATABASE_URL may not read which changes the database has: run "node dist/server/migrate.js" as the owner ' +
        'of the tables, which gives the roles of the server their rights.',
    ),
  )
  if (pending.length === 0) return
  throw new SchemaError(
    `The database lacks ${pending.length} changes of this version, the first is ${pending[0]}: run "node ` +
      'dist/server/migrate.js" before the nodes start (with demo funds MIGRATE=start does it, too).',
  )
}
