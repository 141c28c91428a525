import { createTestDatabase, type TestDatabase } from '../../test/database'
import { openConnection } from './connection'

let own: TestDatabase

beforeAll(async () => {
  own = await createTestDatabase()
})

afterAll(() => own.drop())

test('a connection that the database ends fails its next query, and nothing else', async () => {
  const client = await openConnection({ connectionString: own.url })
  const ended = new Promise((resolve) => client.once('end', resolve))
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await own.database.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
  await expect(client.query('select 1')).rejects.toThrow()
  await client.end()
})
