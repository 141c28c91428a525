import { Client } from 'pg'
import type { TestUser } from '../../../test/app'
import { floor, user, withFloor } from '../../../test/floorOfFile'
import { fillTables } from '../../../test/userRows'
import type { Tx } from '../../database/database'

withFloor({ user: true })

/** Columns that say whose a row is, or who somebody is. */
const NAMES_A_USER = '(^|_)user_id$|^account(_key)?$|^phone|^nickname$'

/**
 * Tables with data about a user: with a column that names one, or with a reference to such a table. Partitions are left
 * out, because their table is listed.
 */
async function userTables(): Promise<string[]> {
  const rows = await floor.database.query<{ name: string }>(
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
  Object.assign({}, ...floor.deps.personalData.map((source) => source[what] ?? {})) as Record<string, string>

test('each table with a user in it is in an export, or a module says why it is not', async () => {
  const statements = await statementsOf(async () => {
    for (const source of floor.deps.personalData) await source.read(user.id)
  })
  const exported = new Set(statements.flatMap((sql) => tablesIn(sql, READS)))
  const reasons = keptBy('unexported')
  expect((await userTables()).filter((name) => !exported.has(name) && !(name in reasons))).toEqual([])
  // A reason is obsolete if its table is exported or holds no user data.
  const tables = await userTables()
  expect(Object.keys(reasons).filter((name) => exported.has(name) || !tables.includes(name))).toEqual([])
})

/** As a deletion does that nothing blocks: a freeze would. */
const erase = ({ id }: TestUser) =>
  floor.database.withTransaction(async (tx: Tx) => {
    await floor.deps.auth.endSessions(tx, id)
    for (const source of floor.deps.personalData) await source.erase?.(tx, id, new Date(floor.clock.now()))
  })

test('each table with a user in it is erased by a deletion, or a module says why its rows stay', async () => {
  const gone = await floor.registerUser()
  const statements = await statementsOf(() => erase(gone))
  const erased = new Set(statements.flatMap((sql) => tablesIn(sql, ERASES)))
  const reasons = keptBy('kept')
  const tables = await userTables()
  expect(tables.filter((name) => !erased.has(name) && !(name in reasons))).toEqual([])
  expect(Object.keys(reasons).filter((name) => erased.has(name) || !tables.includes(name))).toEqual([])
})

/** Tables with a user's number or account, and the condition for this user's rows. The others refer to these. */
async function rowsOf({ id, account }: TestUser): Promise<Map<string, string>> {
  const columns = await floor.database.query<{ table: string; name: string }>(
    `select table_name as table, column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = any($1) and column_name ~ '(^|_)user_id$'`,
    [await userTables()],
  )
  const ofAccount = `account_key = '${account.toLowerCase()}'`
  return new Map([
    ...columns.map(({ table, name }) => [table, `${name} = ${id}`] as const),
    ['login_lane', ofAccount],
    ['login_pressure', ofAccount],
  ])
}

test('nothing of a deleted user is left in a table that is erased', async () => {
  const gone = await floor.registerUser()
  await fillTables(floor.database, gone.id)
  const conditions = await rowsOf(gone)
  const filled = async () => {
    const found = new Map<string, object[]>()
    for (const [table, condition] of conditions) {
      const rows = await floor.database.query<object>(`select * from ${table} where ${condition}`)
      if (rows.length > 0) found.set(table, rows)
    }
    return found
  }
  const before = await filled()
  // A new table needs a row in `userRows.ts`, or the deletion proves nothing for it.
  expect([...conditions.keys()].filter((table) => !before.has(table))).toEqual([])
  await erase(gone)
  // Pictures are due now.
  await floor.deps.uploads.sweep()
  const after = await filled()
  // Booked amounts stay; nobody was paid with this one, and the payee is out of it.
  expect(after.get('withdrawal')).toEqual([expect.objectContaining({ sealed_payee: null, method_masked: '' })])
  after.delete('withdrawal')
  const kept = keptBy('kept')
  expect([...after.keys()].sort()).toEqual([...conditions.keys()].filter((table) => table in kept).sort())
})
