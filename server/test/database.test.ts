import { createTestDatabase } from './database'

test('a copy of the template has the newest schema', async () => {
  const { database, drop } = await createTestDatabase()
  const rows = await database.query<{ kind: number }>('select distinct kind from ledger_account order by kind')
  expect(rows.map((row) => row.kind)).toEqual([100, 101, 102, 103])
  await drop()
})
