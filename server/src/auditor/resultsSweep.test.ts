import { alsoInLog } from '../../test/alsoInLog'
import { undone, undoneAsOwner } from '../../test/asOwner'
import { floor, withFloor } from '../../test/floorOfFile'
import type { Queryable } from '../database/database'
import { auditAll } from './auditor'
import { createEndingsSweep, feedsSweep } from './figureSweeps'
import { createResultsSweep, ordersSweep, sweepsOfDatabase } from './resultsSweep'
import type { AuditState } from './verdict'

withFloor()
let numbers: { won: bigint; void: bigint }

beforeAll(async () => {
  const user = await floor.registerUser()
  const play = async (prices: readonly string[]) => {
    await floor.clock.advance(10)
    await floor.tick('100.0')
    const body = floor.body({ direction: 'up' })
    await floor.place(user, body)
    await floor.deps.heads.seal()
    for (const price of prices) {
      await floor.clock.advance(500)
      await floor.tick(price)
      await floor.settle()
    }
    await floor.clock.advance(31_000)
    await floor.moveWatermark()
    await floor.settle()
    const row = await floor.database.first<{ number: bigint }>('select number from trade_order where id = $1', [
      body.id,
    ])
    return row?.number ?? 0n
  }
  const rising = Array.from({ length: 60 }, (_, step) => (100 + step / 10).toFixed(1))
  numbers = { won: await play(rising), void: await play([]) }
})

const wrongResults = (database: Queryable) => createResultsSweep().find(database, 0n, 2n)

/** Findings of the sweeps after `change`, which is undone. Triggers are off: this is someone who owns the database. */
async function foundAfter(change: string, number: bigint): Promise<unknown> {
  return undoneAsOwner(floor.database, async (tx) => {
    await tx.query(change, [number])
    return [...(await wrongResults(tx)), ...(await ordersSweep.find(tx, 0n, number))]
  })
}

test('results that follow from the ticks are in order', async () => {
  const rows = await floor.database.query('select status from trade_order order by number')
  expect(rows).toEqual([{ status: 3 }, { status: 6 }])
  expect(await auditAll(floor.database, sweepsOfDatabase())).toEqual([])
  const states: AuditState[] = []
  do {
    await floor.deps.auditor.runBatch()
    states.push(floor.deps.auditor.state())
  } while (states.at(-1) === 'unchecked' && states.length < 100)
  expect(states.at(-1)).toBe('ok')
})

test.each([
  ['another result', 'update trade_order set status = 4 where number = $1'],
  [
    'another result, also in the log',
    alsoInLog('update trade_order set status = 4, profit_loss = -stake where number = $1'),
  ],
  ['another profit', 'update trade_order set profit_loss = profit_loss + 1 where number = $1'],
  ['another exit tick', 'update trade_order set exit_sequence = exit_sequence - 1 where number = $1'],
  [
    'another price in the tick log',
    `update tick set price = 1 from trade_order placed
     where placed.number = $1 and tick.product_id = placed.product_id and tick.sequence = placed.exit_sequence`,
  ],
  [
    'a line of the log that says something else',
    `update settlement set entry = replace(entry, 'won', 'lost') where order_number = $1`,
  ],
  ['another hash in the public log', `update result_leaf set hash = sha256('') where leaf = $1 - 1`],
])('%s is found', async (_what, change) => {
  expect(await foundAfter(change, numbers.won)).toEqual([
    { kind: 'row_differs', table: 'trade_order', id: numbers.won },
  ])
})

test('a line of the log that is gone is found, and so is an order that is gone', async () => {
  const order = { kind: 'row_differs', table: 'trade_order', id: numbers.won }
  expect(await foundAfter('delete from settlement where order_number = $1', numbers.won)).toEqual([
    { kind: 'row_differs', table: 'settlement', id: 0n },
    order,
  ])
  expect(await foundAfter('delete from trade_order where number = $1', numbers.won)).toEqual([order])
})

test('a second settlement of an order is found, whatever it says', async () => {
  const found = await undoneAsOwner(floor.database, async (tx) => {
    await tx.query('alter table settlement drop constraint settlement_order_number_key')
    await tx.query('insert into settlement select 2, order_number, entry from settlement where order_number = $1', [
      numbers.won,
    ])
    return createResultsSweep().find(tx, 0n, 3n)
  })
  expect(found).toContainEqual({ kind: 'row_differs', table: 'settlement', id: 2n })
})

test.each([
  ['that entered at a tick', 'update trade_order set void_reason = 2, entry_sequence = 1 where number = $1'],
  ['for another reason', 'update trade_order set void_reason = 3 where number = $1'],
  ['that was won', 'update trade_order set status = 3, profit_loss = payout - stake where number = $1'],
])('a void %s is found, also where the log says so', async (_what, change) => {
  expect(await foundAfter(alsoInLog(change), numbers.void)).toEqual([
    { kind: 'row_differs', table: 'trade_order', id: numbers.void },
  ])
})

test.each([
  [
    'terms that were changed after the acceptance',
    'update trade_order set stake = stake - 1, payout = payout - 1 where number = $1',
  ],
  ['another acceptance', `update accepted_order set entry = replace(entry, '|up|', '|down|') where order_number = $1`],
])('%s are found by the orders log, whatever the settlement says', async (_what, change) => {
  const found = await foundAfter(change, numbers.won)
  expect(found).toContainEqual({ kind: 'row_differs', table: 'trade_order', id: numbers.won })
})

test('an order whose terms were changed in every log but the one of orders is found', async () => {
  const change = alsoInLog(
    'update trade_order set direction = -direction, status = 4, profit_loss = -stake where number = $1',
  )
  expect(await foundAfter(change, numbers.won)).toEqual([
    { kind: 'row_differs', table: 'trade_order', id: numbers.won },
  ])
})

test.each(['entry', 'exit'])('an %s that was older at its source than the terms allow is found', async (part) => {
  const change = `update tick set source_at_ms = at_ms - 5001
                   where sequence = (select ${part}_sequence from trade_order where number = $1)`
  expect(await foundAfter(change, numbers.won)).toContainEqual({
    kind: 'row_differs',
    table: 'trade_order',
    id: numbers.won,
  })
})

test('a result that was turned into a void is found', async () => {
  const change = alsoInLog('update trade_order set status = 6, void_reason = 3, profit_loss = 0 where number = $1')
  expect(await foundAfter(change, numbers.won)).toEqual([
    { kind: 'row_differs', table: 'trade_order', id: numbers.won },
  ])
})

test('a limit of the product that is set anew since changes no result', async () => {
  await floor.database.query('update product set stale_after_ms = 1, entry_timeout_ms = 1')
  expect(await wrongResults(floor.database)).toEqual([])
  await floor.database.query('update product set stale_after_ms = 5000, entry_timeout_ms = 5000')
})

test.each([
  'direction = -direction',
  'payout = stake + 1',
  'earnings_rate_bp = 1',
  'accepted_at_ms = accepted_at_ms + 2000',
  'stake = 1, payout = 2',
  'stale_after_ms = 1',
  'source_lag_ms = 60000',
  'entry_timeout_ms = 0',
  "currency = 'IDR'",
  "source = 'another'",
])('the terms of an order cannot be updated: %s', async (change) => {
  await expect(
    floor.database.query(`update trade_order set ${change} where number = $1`, [numbers.won]),
  ).rejects.toThrow('were accepted and do not change')
})

test.each([
  ['an entry that is gone', 'delete from feed_event where leaf = $1', 1n],
  ['a time that falls', `update feed_event set at_ms = 1, entry = 'feed|1|1|source|A|one|two' where leaf = $1`, 1n],
  ['an entry that says something else', `update feed_event set symbol = 'B' where leaf = $1`, 1n],
])('of the log of feed events, %s is found', async (_what, change, leaf) => {
  const found = await undone(floor.database, async (tx) => {
    await tx.query(`select append_feed_events(array[10, 20, 30], array['began', 'source', 'ended'], array['-', 'A', '-'],
                        array['x|0', 'one|two', 'x'])`)
    expect(await feedsSweep.find(tx, 0n, 3n)).toEqual([])
    await tx.query('set local session_replication_role = replica')
    await tx.query(change, [leaf])
    return feedsSweep.find(tx, 0n, (await feedsSweep.last(tx)) ?? 0n)
  })
  expect(found).toEqual([{ kind: 'row_differs', table: 'feed_event', id: leaf }])
})

test.each([
  ['a void that was counted away', 'update settlement_day set no_entry_tick = no_entry_tick - 1'],
  ['orders that were added', 'update settlement_day set orders = orders + 5'],
  ['a day that is gone', 'delete from settlement_day'],
])('of the public figures of how orders ended, %s is found', async (_what, change) => {
  // Each of the two lines is counted by its own statement.
  const endings = createEndingsSweep(1n)
  const found = await undone(floor.database, async (tx) => {
    const last = await endings.last(tx)
    expect(await endings.find(tx, 0n, last)).toEqual([])
    expect(await createEndingsSweep().find(tx, 0n, last)).toEqual([])
    await tx.query(change)
    return endings.find(tx, 0n, last)
  })
  expect(found).toContainEqual({ kind: 'row_differs', table: 'settlement_day', id: expect.anything() })
})

test('a void that kept the stake is found', async () => {
  const change = 'update trade_order set profit_loss = -stake where number = $1'
  expect(await foundAfter(change, numbers.void)).toEqual([
    { kind: 'row_differs', table: 'trade_order', id: numbers.void },
  ])
})

test('a void for prices that had stopped, without that stop in the log of feeds, is found', async () => {
  const user = await floor.registerUser()
  await floor.clock.advance(10)
  await floor.tick('100.0')
  const lastAt = floor.clock.now()
  await floor.clock.advance(4_000)
  const body = floor.body()
  await floor.place(user, body)
  await floor.toEntry()
  await floor.clock.advance(6_000)
  await floor.moveWatermark()
  await floor.settle()
  const order = await floor.database.first<{ number: bigint; status: number }>(
    'select number, status from trade_order where id = $1',
    [body.id],
  )
  expect(order?.status).toBe(6)
  // No feed runs here: the settlement has noted what it saw.
  const stops = await floor.database.query<{ entry: string }>(`select entry from feed_event where kind = 'stopped'`)
  const said = stops.map(({ entry }) => entry.split('|').slice(3))
  expect(said.at(-1)).toEqual(['stopped', floor.product.symbol, `${lastAt}`])
  const results = createResultsSweep()
  expect(await results.find(floor.database, 0n, await results.last(floor.database))).toEqual([])
  const found = await undoneAsOwner(floor.database, async (tx) => {
    await tx.query(`delete from feed_event where kind = 'stopped' and entry like '%|' || $1`, [String(lastAt)])
    return results.find(tx, 0n, await results.last(tx))
  })
  expect(found).toEqual([{ kind: 'row_differs', table: 'trade_order', id: order?.number }])
})
