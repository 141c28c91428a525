import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import { Client } from 'pg'
import type { Log } from '../shared/log'
import { projectRoot } from '../shared/paths'

/** Keeps two processes from migrating at once by a locked row, which every PostgreSQL-compatible database has. */
async function withMigrationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
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

/** "create table if not exists" still collides when two sessions create the same name at the same moment. */
function ignoreRace(error: { code?: string }) {
  if (error.code !== '23505' && error.code !== '42P07') throw error
}

/** Brings the database at `url` to the newest schema. Returns the names of the migrations it ran. */
export async function migrate(url: string, log?: Log, folder = join(projectRoot(), 'server', 'migrations')) {
  return withMigrationLock(url, async () => {
    const ran = await runner({
      databaseUrl: url,
      dir: folder,
      direction: 'up',
      migrationsTable: 'migration',
      checkOrder: true,
      singleTransaction: true,
      noLock: true,
      log: () => undefined,
    })
    const names = ran.map((migration) => migration.name)
    if (names.length > 0) log?.info({ migrations: names }, 'the database schema was brought up to date')
    return names
  })
}
