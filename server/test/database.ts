import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { createDatabase, type Database } from '../src/database/database'
import { present } from '../src/shared/assert'
import { createLog } from '../src/shared/log'

export const ADMIN_URL_VARIABLE = 'FAIRTICK_TEST_ADMIN_URL'
export const TEMPLATE_VARIABLE = 'FAIRTICK_TEST_TEMPLATE'

/** The same server, another database. */
export const withDatabase = (url: string, name: string) => url.replace(/(@[^/]*)\/[^?]*/, `$1/${name}`)

async function asAdmin(run: (client: Client) => Promise<unknown>) {
  const client = new Client({ connectionString: present(process.env[ADMIN_URL_VARIABLE], 'the global set-up ran') })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

export interface TestDatabase {
  url: string
  database: Database
  drop(): Promise<void>
}

/** A database of one's own with the newest schema: a copy of the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `fairtick_test_${randomBytes(6).toString('hex')}`
  const template = present(process.env[TEMPLATE_VARIABLE], 'the global set-up ran')
  await asAdmin((client) => client.query(`create database ${name} template ${template}`))
  const url = withDatabase(present(process.env[ADMIN_URL_VARIABLE], 'the global set-up ran'), name)
  const database = createDatabase(url, createLog('silent'), 8)
  return {
    url,
    database,
    async drop() {
      await database.close()
      await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}
