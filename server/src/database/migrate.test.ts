import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { until } from '../../../test/support/until'
import { ADMIN_URL_VARIABLE, createTestDatabase, type TestDatabase, withDatabase } from '../../test/database'
import { present } from '../shared/assert'
import { projectRoot } from '../shared/paths'
import { migrate, pendingChanges, SchemaError } from './migrate'

let own: TestDatabase
let folder: string

beforeEach(async () => {
  own = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'fairtick-sql-'))
  cpSync(join(projectRoot(), 'server/sql'), folder, { recursive: true })
})
afterEach(async () => {
  await own.drop()
  rmSync(folder, { recursive: true })
})

const write = (path: string, sql: string) => writeFileSync(join(folder, path), sql)
const apply = () => migrate(own.url, undefined, folder)

const FIRST = `create or replace function greeting(p_name text) returns text language sql as $$ select 'hello ' || p_name $$;`

async function signatures(): Promise<string[]> {
  const rows = await own.database.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc where proname = 'greeting'`,
  )
  return rows.map(({ signature }) => signature)
}

async function greet(argument: string): Promise<unknown> {
  const row = await own.database.first(`select greeting(${argument}) as said`)
  return row?.said
}

/** How many changes wait for the table of products. */
async function waitingForProduct(): Promise<number> {
  const row = await own.database.first<{ waiting: number }>(
    `select count(*)::int as waiting from pg_locks where relation = 'product'::regclass and not granted`,
  )
  return row?.waiting ?? 0
}

test('a database that is up to date is left alone', async () => {
  expect(await apply()).toEqual([])
})

test('a function is applied when its file is new or its text changes, and only then', async () => {
  write('functions/greeting.sql', FIRST)
  expect(await apply()).toEqual(['functions/greeting.sql'])
  expect(await greet(`'ann'`)).toBe('hello ann')
  expect(await apply()).toEqual([])
  write('functions/greeting.sql', FIRST.replace('hello', 'good morning'))
  expect(await apply()).toEqual(['functions/greeting.sql'])
  expect(await greet(`'ann'`)).toBe('good morning ann')
})

test.each([
  ['other types of parameters', FIRST.replace('p_name text', 'p_name int'), '7', 'hello 7', 'greeting(integer)'],
  [
    'more parameters',
    FIRST.replace('p_name text', 'p_name text, p_more text'),
    `'ann', ''`,
    'hello ann',
    'greeting(text,text)',
  ],
  ['other names of parameters', FIRST.replaceAll('p_name', 'p_who'), `'ann'`, 'hello ann', 'greeting(text)'],
  ['another result', FIRST.replace('returns text', 'returns varchar'), `'ann'`, 'hello ann', 'greeting(text)'],
])('a function with %s takes the place of the old one', async (_, changed, argument, said, signature) => {
  write('functions/greeting.sql', FIRST)
  await apply()
  write('functions/greeting.sql', changed)
  await apply()
  expect(await signatures()).toEqual([signature])
  expect(await greet(argument)).toBe(said)
})

test('a function whose file is gone is dropped', async () => {
  write('functions/greeting.sql', FIRST)
  await apply()
  rmSync(join(folder, 'functions/greeting.sql'))
  expect(await apply()).toEqual(['functions/greeting.sql'])
  expect(await signatures()).toEqual([])
})

test.each([
  ['names another function', FIRST.replace('greeting', 'salute'), /must define greeting once/],
  ['asks for a column that is not there', FIRST.replace(`'hello ' || p_name`, 'shoe_size from app_user'), /shoe_size/],
])('a file that %s is refused, and nothing of it stays', async (_, sql, problem) => {
  write('functions/greeting.sql', sql)
  await expect(apply()).rejects.toThrow(problem)
  expect(await signatures()).toEqual([])
})

test('a migration that leaves a function without its column is refused', async () => {
  write('migrations/9999_smaller.sql', 'alter table settlement_log rename column size to leaves;')
  write('functions/greeting.sql', FIRST.replace(`'hello ' || p_name`, 'size::text from settlement_log'))
  await expect(apply()).rejects.toThrow(/size/)
})

test('a migration that this database ran must not change', async () => {
  write('migrations/9999_more.sql', 'alter table product add column more text;')
  expect(await apply()).toEqual(['9999_more'])
  write('migrations/9999_more.sql', 'alter table product add column most text;')
  await expect(apply()).rejects.toThrow(SchemaError)
  await expect(apply()).rejects.toThrow(/9999_more\.sql is not what this database ran: restore the file/)
})

test('the version before works with the database of the version after, and leaves its functions alone', async () => {
  write('migrations/9999_more.sql', 'alter table product add column more text;')
  write('functions/greeting.sql', FIRST)
  await apply()
  expect(await migrate(own.url)).toEqual([])
  expect(await signatures()).toEqual(['greeting(text)'])
})

test('a connection that is lost during a migration is an error of the migration, not the end of the process', async () => {
  write('migrations/9999_lost.sql', 'select pg_terminate_backend(pg_backend_pid());')
  await expect(apply()).rejects.toThrow(/terminat/)
  rmSync(join(folder, 'migrations/9999_lost.sql'))
  expect(await apply()).toEqual([])
})

test('what is pending is named before it is applied, and nothing afterwards', async () => {
  expect(await pendingChanges(own.url, folder)).toEqual([])
  write('migrations/9999_more.sql', 'alter table product add column more text;')
  write('functions/greeting.sql', FIRST)
  expect(await pendingChanges(own.url, folder)).toEqual(['9999_more', 'functions/greeting.sql'])
  await apply()
  expect(await pendingChanges(own.url, folder)).toEqual([])
  rmSync(join(folder, 'functions/greeting.sql'))
  expect(await pendingChanges(own.url, folder)).toEqual(['functions/greeting.sql'])
  // The version before: its database is of a newer one.
  expect(await pendingChanges(own.url)).toEqual([])
})

describe('a table that is in use', () => {
  const patience = { lockMs: 50, tries: 3, restMs: 100 }
  beforeEach(() => write('migrations/9999_more.sql', 'alter table product add column more text;'))

  test('is waited for in short tries, between which requests go on', async () => {
    const busy = own.database.withTransaction(async (tx) => {
      await tx.query('select count(*) from product')
      const changing = migrate(own.url, undefined, folder, { ...patience, tries: 100 })
      await until('the change waits for the table', async () => (await waitingForProduct()) === 1)
      // It gives up its place in the queue, so that a request gets through while the transaction is still open.
      await own.database.query('select count(*) from product')
      return { changing }
    })
    expect(await (await busy).changing).toEqual(['9999_more'])
  })

  test('is named after the last try, and nothing of the change stays', async () => {
    await own.database.withTransaction(async (tx) => {
      await tx.query('select count(*) from product')
      const changing = migrate(own.url, undefined, folder, patience)
      await expect(changing).rejects.toThrow(/in 3 tries, because a table stays in use: end the transaction/)
    })
    expect(await apply()).toEqual(['9999_more'])
  })
})

test('a database that begins with another file than the baseline is refused with what to do', async () => {
  await own.database.query(`update migration set name = '0001_before' where name = '0001_accounts'`)
  await expect(apply()).rejects.toThrow(SchemaError)
  await expect(apply()).rejects.toThrow(/start with an empty one \(DATABASE_URL of a new database or/)
})

test('two processes that migrate an empty database at once both find it ready', async () => {
  const adminUrl = present(process.env[ADMIN_URL_VARIABLE], 'the global set-up ran')
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  const name = `fairtick_twice_${process.pid}`
  await admin.query(`create database ${name}`)
  try {
    const url = withDatabase(adminUrl, name)
    const [one, other] = await Promise.all([migrate(url), migrate(url)])
    expect([one.length === 0, other.length === 0].toSorted()).toEqual([false, true])
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
})
