import { Client } from 'pg'
import { createTestApp, LOGIN_PASSWORD, type TestApp, type TestUser } from '../../../test/app'
import type { Tx } from '../../database/database'

let server: TestApp
let user: TestUser
beforeAll(async () => {
  server = await createTestApp()
  user = await server.registerUser()
}, 60_000)
afterAll(() => server.close())

/** Columns that say whose a row is, or who somebody is. */
const NAMES_A_USER = '(^|_)user_id$|^account(_key)?$|^phone|^nickname$'

/**
 * Tables with data about a user: with a column that names one, or with a reference to such a table. Partitions are left
 * out, because their table is listed.
 */
async function userTables(): Promise<string[]> {
  const rows = await server.database.query<{ name: string }>(
    `with recursive named as (
       select columns.table_name::text as name
         from information_schema.columns
         join information_schema.tables using (table_schema, table_name)
         join pg_class relation on relation.oid = format('%I.%I', columns.table_schema, columns.table_name)::regclass
        where columns.table_schema = 'public' and tables.table_type = 'BASE TABLE' and not relation.relispartition
          and columns.column_name ~ $1
       union
       select reference.conrelid::regclass::text
         from pg_constraint reference
         join pg_class relation on relation.oid = reference.conrelid and not relation.relispartition
         join named on named.name = reference.confrelid::regclass::text
        where reference.contype = 'f')
     select distinct name from named order by name`,
    [NAMES_A_USER],
  )
  return rows.map((row) => row.name)
}

const tablesIn = (sql: string, pattern: RegExp) => [...sql.matchAll(pattern)].map((match) => match[1] ?? '')
const READS = /\b(?:from|join)\s+([a-z_]+)/g
const ERASES = /\b(?:delete\s+from|update)\s+([a-z_]+)/g

/** Every statement that runs during `work`, on any connection. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const spy = jest.spyOn(Client.prototype, 'query')
  try {
    await work()
    for (const [statement] of spy.mock.calls as unknown as [string | { text: string }][]) {
      seen.push(typeof statement === 'string' ? statement : statement.text)
    }
  } finally {
    spy.mockRestore()
  }
  return seen
}

const keptBy = (what: 'unexported' | 'kept') =>
  Object.assign({}, ...server.deps.personalData.map((source) => source[what] ?? {})) as Record<string, string>

test('each table with a user in it is in an export, or a module says why it is not', async () => {
  const statements = await statementsOf(async () => {
    for (const source of server.deps.personalData) await source.read(user.id)
  })
  const exported = new Set(statements.flatMap((sql) => tablesIn(sql, READS)))
  const reasons = keptBy('unexported')
  expect((await userTables()).filter((name) => !exported.has(name) && !(name in reasons))).toEqual([])
  // A reason is obsolete if its table is exported or holds no user data.
  const tables = await userTables()
  expect(Object.keys(reasons).filter((name) => exported.has(name) || !tables.includes(name))).toEqual([])
})

test('each table with a user in it is erased by a deletion, or a module says why its rows stay', async () => {
  const gone = await server.registerUser()
  const statements = await statementsOf(() =>
    server.database.withTransaction(async (tx: Tx) => {
      await server.deps.auth.endSessions(tx, gone.id)
      for (const source of server.deps.personalData) await source.erase?.(tx, gone.id, new Date(server.clock.now()))
    }),
  )
  const erased = new Set(statements.flatMap((sql) => tablesIn(sql, ERASES)))
  const reasons = keptBy('kept')
  const tables = await userTables()
  expect(tables.filter((name) => !erased.has(name) && !(name in reasons))).toEqual([])
  expect(Object.keys(reasons).filter((name) => erased.has(name) || !tables.includes(name))).toEqual([])
})

test('nothing of a deleted user is left in a table that is erased', async () => {
  const gone = await server.registerUser()
  const answer = await server.inject({
    method: 'POST',
    url: '/api/me/deletion',
    headers: gone.headers,
    payload: { loginPassword: LOGIN_PASSWORD },
  })
  expect(answer.statusCode).toBe(204)
  const kept = keptBy('kept')
  for (const table of await userTables()) {
    if (table in kept || table === 'app_user') continue
    const columns = await server.database.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = $1 and column_name ~ '(^|_)user_id$'`,
      [table],
    )
    for (const { name } of columns) {
      const rows = await server.database.query(`select 1 from ${table} where ${name} = $1`, [gone.id])
      expect([table, rows]).toEqual([table, []])
    }
  }
})
