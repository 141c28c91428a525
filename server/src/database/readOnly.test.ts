import { until } from '../../../test/support/until'
import { asked } from '../../test/asks'
import { server, user, withServer } from '../../test/serverOfFile'
import { demoOrder } from '../../test/tradingFloor'

withServer({ user: true, market: true })
beforeAll(async () => {
  await server.clock.advance(2_000)
  await server.deps.market.flush()
})

/** Statements of the caller that the setting does not stop. */
const set = (sql: string) =>
  server.database.withTransaction(async (tx) => {
    await tx.query('set transaction read write')
    await tx.query(sql)
  })

test('a database that only reads is unavailable for the moment, and no connection to it is kept', async () => {
  const order = asked(demoOrder())
  const place = () => server.call(user, 'POST', '/orders', order)
  const row = await server.database.first<{ name: string }>('select current_database() as name')
  // As when HAProxy still leads to a primary that has become a replica.
  await set(`alter database ${row?.name} set default_transaction_read_only = on`)
  await server.database.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  for (let times = 0; times < 5; times++) {
    const answer = await place()
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  }
  await set(`alter database ${row?.name} reset default_transaction_read_only`)
  const placed = await until('the same order to be accepted', async () => {
    const answer = await place()
    return answer.statusCode === 201 ? answer : undefined
  })
  expect(placed.json().id).toBe(order.id)
})
