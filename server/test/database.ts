import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { createDatabase, type Database } from '../src/database/database'
import { DATABASE_ROLES, type DatabaseRole } from '../src/database/roles'
import { present } from '../src/shared/assert'
import { createLog } from '../src/shared/log'

export const ADMIN_URL_VARIABLE = 'FAIRTICK_TEST_ADMIN_URL'
export const TEMPLATE_VARIABLE = 'FAIRTICK_TEST_TEMPLATE'
/** Password of the server's accounts in a test's database, which nobody else reaches. */
const ROLE_PASSWORD = 'only-in-a-test'

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
  /** Address for the owner, a superuser: a test sets up and inspects its data with it. */
  url: string
  database: Database
  /** The same database as an account of the server: what is tested. It is closed with the database. */
  as(role: DatabaseRole): Database
  drop(): Promise<void>
}

/** The address of an account of the server. */
export const withRole = (url: string, role: DatabaseRole) => url.replace(/\/\/[^@]*@/, `//${role}:${ROLE_PASSWORD}@`)

/** A separate database with the newest schema: a copy of the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `fairtick_test_${randomBytes(6).toString('hex')}`
  const template = present(process.env[TEMPLATE_VARIABLE], 'the global set-up ran')
  // Files as they are: block by block, through the log, each copy would take 50 ms of a core more.
  await asAdmin((client) => client.query(`create database ${name} template ${template} strategy file_copy`))
  const url = withDatabase(present(process.env[ADMIN_URL_VARIABLE], 'the global set-up ran'), name)
  const database = createDatabase(url, createLog('silent'), 8)
  const others: Database[] = []
  return {
    url,
    database,
    as(role) {
      const other = createDatabase(withRole(url, role), createLog('silent'), 8)
      others.push(other)
      return other
    },
    async drop() {
      await Promise.all([database, ...others].map((each) => each.close()))
      await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Lets tests sign in as the server does. Roles belong to the whole cluster: another run may have done it already. */
export async function lendRoles(adminUrl: string) {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query('select pg_advisory_lock(4207090)')
  for (const role of DATABASE_ROLES) await admin.query(`alter role ${role} login password '${ROLE_PASSWORD}'`)
  await admin.end()
}
