import { Client } from 'pg'
import { v7 } from 'uuid'
import type { TestUser } from '../../test/app'
import { asOwner } from '../../test/asOwner'
import { floor, withFloorEach } from '../../test/floorOfFile'
import type { TestClock } from '../../test/testClock'
import { verifyAuditChain } from '../auditLog/auditLog'
import { systemClock } from '../shared/clock'
import { DAY_MS } from '../shared/time'
import { dropPartitions, keepPartitions } from './partitions'

/** The last second of a month, of a week and, in the market's time, of a Sunday. Far enough ahead to have no partition. */
const MONTH_END = Date.parse('2028-12-31T23:59:50Z')

withFloorEach()
let user: TestUser
let clock: TestClock

beforeEach(async () => {
  clock = floor.clock
  await clock.advance(MONTH_END - clock.now())
  user = await floor.registerUser()
})

const keep = () => keepPartitions(floor.deps.database, clock.now())

async function partitionsOf(table: string, where: string, value: unknown): Promise<string[]> {
  const rows = await floor.database.query<{ name: string }>(
    `select distinct tableoid::regclass::text as name from ${table} where ${where} order by 1`,
    [value],
  )
  return rows.map(({ name }) => name)
}

/** An order over the next 30 seconds; its id is of now. */
async function trade(id = v7({ msecs: clock.now() })): Promise<string> {
  await floor.win(user, floor.body({ id }))
  return id
}

test('the present and two periods after it are made once, for every table that grows', async () => {
  const { made } = await keep()
  expect(made).toEqual(expect.arrayContaining(['trade_order_2028_12', 'trade_order_2029_01', 'trade_order_2029_02']))
  expect(made).toEqual(expect.arrayContaining(['tick_2028_12_25', 'tick_2029_01_01', 'candle_2028', 'candle_2029']))
  expect(await keep()).toEqual({ made: [], dropped: [] })
  await clock.advance(31 * DAY_MS)
  const later = await keep()
  expect(later.made).toEqual(expect.arrayContaining(['trade_order_2029_03', 'tick_2029_02_05']))
  // No tick came in the old weeks.
  expect(later.dropped).toEqual(expect.arrayContaining(['tick_2028_12_25', 'tick_2029_01_01']))
  expect(later.dropped).not.toContain('tick_2029_01_29')
})

test('an order that lives across the end of a year, a month and a week settles as any other', async () => {
  await keep()
  const id = await trade()
  expect(await floor.orderOf(user, id)).toMatchObject({ status: 'won', entryPrice: '101', exitPrice: '102' })
  expect(await partitionsOf('trade_order', 'id = $1', id)).toEqual(['trade_order_2028_12'])
  expect(await partitionsOf('tick', 'product_id = $1', floor.product.id)).toEqual([
    'tick_2028_12_25',
    'tick_2029_01_01',
  ])
  const receipt = await floor.call(user, 'GET', `/orders/${id}/receipt`)
  expect(receipt.statusCode).toBe(200)
})

test('an id counts once, whenever it comes again', async () => {
  await keep()
  const body = floor.body({ id: v7({ msecs: clock.now() }) })
  await floor.tick('100')
  const first = await floor.place(user, body)
  await clock.advance(DAY_MS / 2)
  await keep()
  await floor.tick('100')
  const again = await floor.place(user, body)
  expect([first.statusCode, again.statusCode]).toEqual([201, 200])
  expect(await floor.availableOf(user)).toBe('9900.00')
})

test('rows without a partition stand in the rest, and move when theirs is made', async () => {
  const id = await trade()
  expect(await partitionsOf('trade_order', 'id = $1', id)).toEqual(['trade_order_rest'])
  expect(await partitionsOf('tick', 'product_id = $1', floor.product.id)).toEqual(['tick_rest'])
  await keep()
  expect(await partitionsOf('trade_order', 'id = $1', id)).toEqual(['trade_order_2028_12'])
  expect(await partitionsOf('tick', 'product_id = $1', floor.product.id)).toEqual([
    'tick_2028_12_25',
    'tick_2029_01_01',
  ])
  expect(await floor.orderOf(user, id)).toMatchObject({ status: 'won' })
})

test('an id from a clock that is far off is refused, and a row that has one keeps its place', async () => {
  await keep()
  for (const year of ['1970', '2199', '9999']) {
    const id = v7({ msecs: Date.parse(`${year}-06-01T00:00:00Z`) })
    await clock.advance(10)
    await floor.tick('100')
    expect((await floor.place(user, floor.body({ id }))).json()).toMatchObject({ code: 'request_id_time_off' })
    // A row that has one anyway keeps its place.
    const traded = await trade()
    const rename = (from: string, to: string) =>
      asOwner(floor.database, (tx) => tx.query('update trade_order set id = $2 where id = $1', [from, to]))
    await rename(traded, id)
    expect(await floor.orderOf(user, id)).toMatchObject({ id, status: 'won' })
    // Its transfers name the first id.
    await rename(id, traded)
  }
})

test('what is append-only is so in each partition', async () => {
  await keep()
  await trade()
  const { database } = floor
  for (const sql of [
    'update tick_2028_12_25 set price = 1',
    'delete from tick_2028_12_25',
    'truncate tick_2028_12_25',
    'update ledger_posting_first set amount = 1',
    'delete from ledger_posting_first',
    'delete from audit_entry_first',
    'truncate audit_entry_first',
    'delete from tick_rest where true',
  ]) {
    const refused = database.query(sql)
    // Nothing is in the rest: there a delete has nothing to refuse.
    if (sql.includes('tick_rest')) await expect(refused).resolves.toEqual([])
    else await expect(refused).rejects.toThrow('append-only')
  }
})

test('postings stand in partitions by their transfers, and the books add up across them', async () => {
  await keep()
  await trade()
  await floor.database.query("select setval('ledger_transfer_id_seq', 16777210)")
  for (let round = 0; round < 6; round++) await trade()
  await clock.advance(1_000)
  expect((await keep()).made).toContain('ledger_posting_50331648')
  expect(await partitionsOf('ledger_posting', 'amount <> $1', 0)).toEqual([
    'ledger_posting_16777216',
    'ledger_posting_first',
  ])
  const record = await floor.call(user, 'GET', '/capital-record')
  expect(record.json<{ items: unknown[] }>().items).toHaveLength(15)
})

test('whole months of messages go at once, and what is younger stays', async () => {
  await keep()
  const event = { userId: user.id, kind: 'security', facts: { event: 'second_factor_on' }, reference: 'one' } as const
  await floor.database.withTransaction((tx) => floor.deps.messages.send(tx, event))
  const count = async () => (await floor.database.query('select id from message where user_id = $1', [user.id])).length
  expect(await count()).toBe(1)
  expect(
    await dropPartitions(floor.deps.database, 'message', systemClock.now() - 40 * DAY_MS, { onlyEmpty: false }),
  ).toEqual([])
  const dropped = await dropPartitions(floor.deps.database, 'message', systemClock.now() + 40 * DAY_MS, {
    onlyEmpty: false,
  })
  expect(dropped).toContain('message_first')
  expect(await count()).toBe(0)
})

test('a table that is busy is not waited for, and is done the next time', async () => {
  const busy = new Client({ connectionString: floor.url })
  await busy.connect()
  await busy.query('begin')
  await busy.query('insert into trade_order_rest select * from trade_order_rest')
  await expect(keep()).rejects.toThrow('lock timeout')
  // Nothing of it is there, so nobody waits and nothing is half made.
  const orders = `select name from table_partition where lower is not null and parent = 'trade_order'`
  expect(await floor.database.query(orders)).toEqual([])
  await busy.query('rollback')
  await busy.end()
  expect((await keep()).made).toContain('trade_order_2028_12')
})

test('the chain of the audit log goes on across years', async () => {
  await keep()
  const insert = (at: string) =>
    floor.database.query(
      `insert into audit_entry (actor, reason, action, subject, created_at) values ('ann', 'a test', 'test', '-', $1)`,
      [at],
    )
  for (const year of [2026, 2027, 2028]) await insert(`${year + 1}-01-01T00:00:00Z`)
  expect(await verifyAuditChain(floor.database)).toMatchObject({ entries: 3, brokenAt: null })
  expect(await partitionsOf('audit_entry', 'id > $1', 0)).toHaveLength(3)
})
