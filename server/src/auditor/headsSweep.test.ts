import { undoneAsOwner } from '../../test/asOwner'
import { floor, withFloor } from '../../test/floorOfFile'
import { SYMBOL } from '../../test/tradingFloor'
import type { Queryable } from '../database/database'
import { appendTicks } from '../market/tickLog'
import { createHeadMaker } from '../signedLogs/headMaker'
import { createResultMap } from '../signedLogs/resultMap'
import { headsSweep } from './headsSweep'
import { createResultsSweep } from './resultsSweep'

withFloor()
let honest: bigint

beforeAll(async () => {
  const user = await floor.registerUser()
  const body = floor.body()
  await floor.win(user, body)
  const row = await floor.database.first<{ number: bigint }>('select number from trade_order where id = $1', [body.id])
  honest = row?.number ?? 0n
  // Heads with some ticks each, also of a process that knows nothing of those before.
  for (let head = 0; head < 6; head++) {
    await floor.clock.advance(400)
    await floor.tick('103')
    await floor.clock.advance(100)
    await floor.tick('104')
    await floor.clock.advance(10)
    await floor.moveWatermark()
    await createHeadMaker({ ...floor.deps, results: createResultMap(floor.deps) }).seal()
  }
})

const sweepAll = async (tx: Queryable) => headsSweep.find(tx, 0n, await headsSweep.last(tx))

/** The findings after a change by someone who owns the database, which is undone. */
async function foundAfter<T>(change: (tx: Queryable) => Promise<unknown>, find: (tx: Queryable) => Promise<T>) {
  return undoneAsOwner(floor.database, async (tx) => {
    await change(tx)
    return find(tx)
  })
}

/** Makes a head within that transaction. */
function sealIn(tx: Queryable, now = floor.clock.now()) {
  const within = <T>(work: (tx: never) => Promise<T>) => work(tx as never)
  const database = { ...floor.database, withTransaction: within as typeof floor.database.withTransaction }
  // A separate map: what is undone must not stay in the memory of the server's.
  const results = createResultMap({ database })
  return createHeadMaker({ database, results, clock: { ...floor.deps.clock, now: () => now } }).seal()
}

async function newest() {
  const row = await floor.database.first<{ head: bigint; tick: bigint }>(
    `select (select max(number) from tree_head) as head, (select sequence from tick_head where product_id = $1) as tick`,
    [floor.product.id],
  )
  return { head: row?.head ?? 0n, tick: row?.tick ?? 0n }
}

const wrongHead = (id: bigint) => ({ kind: 'row_differs', table: 'tree_head', id })
const wrongTick = (id: bigint) => ({ kind: 'row_differs', table: `tick of ${SYMBOL}`, id })

test('honest heads and ticks are in order, in slices of any size, and so they are after a clock was put back', async () => {
  const { head } = await newest()
  expect(head).toBeGreaterThan(6n)
  expect(await sweepAll(floor.database)).toEqual([])
  for (let at = 0n; at < head; at++) expect(await headsSweep.find(floor.database, at, at + 1n)).toEqual([])
  const found = await foundAfter(async (tx) => {
    await appendTicks(tx, [floor.product.id], floor.clock.now() + 1, 'test', [
      {
        productId: floor.product.id,
        atMs: floor.clock.now() + 1,
        price: '1',
        size: '1',
        sourceAtMs: floor.clock.now(),
      },
    ])
    await sealIn(tx, floor.clock.now() - 3_600_000)
  }, sweepAll)
  expect(found).toEqual([])
})

test('a log that was restored to an earlier head and goes on from it is in order', async () => {
  const { head, tick } = await newest()
  const found = await foundAfter(async (tx) => {
    await tx.query('delete from tree_head where number > $1', [head - 2n])
    await tx.query('delete from tick where product_id = $1 and sequence > $2', [floor.product.id, tick - 4n])
    await tx.query(
      `update tick_head set sequence = $2, at_ms = (select max(at_ms) from tick where product_id = $1),
              through_ms = (select (throughs ->> $3)::bigint from tree_head order by number desc limit 1)
        where product_id = $1`,
      [floor.product.id, tick - 4n, SYMBOL],
    )
    const now = floor.clock.now()
    await appendTicks(tx, [floor.product.id], now, 'test', [
      { productId: floor.product.id, atMs: now, price: '1', size: '1', sourceAtMs: now },
    ])
    await sealIn(tx)
  }, sweepAll)
  expect(found).toEqual([])
})

test.each([
  ['a shorter tree of a product', `sizes = jsonb_set(sizes, '{${SYMBOL}}', '1')`],
  ['a product that is gone', `sizes = sizes - '${SYMBOL}'`],
  ['a `through` that falls', `throughs = jsonb_set(throughs, '{${SYMBOL}}', '1')`],
  ['a time that falls', 'at_ms = at_ms - 3600000'],
  ['a shorter log', `logs = jsonb_set(logs, '{settlements,size}', '0')`],
])('a head with %s is found', async (_what, change) => {
  const { head } = await newest()
  const update = (tx: Queryable) => tx.query(`update tree_head set ${change} where number = $1`, [head])
  expect(await foundAfter(update, sweepAll)).toEqual([wrongHead(head)])
  // As the auditor sees it when it is new: alone in its slice.
  expect(await foundAfter(update, (tx) => headsSweep.find(tx, head - 1n, head))).toEqual([wrongHead(head)])
})

test('one head with fewer ticks among others is found, and so are the ticks that it had called complete', async () => {
  const { head } = await newest()
  const shorter = `update tree_head set sizes = jsonb_set(sizes, '{${SYMBOL}}', to_jsonb((sizes ->> '${SYMBOL}')::bigint - 3))
                    where number = $1`
  expect(await foundAfter((tx) => tx.query(shorter, [head - 2n]), sweepAll)).toContainEqual(wrongHead(head - 2n))
})

test.each([
  ['that is dated back', 'at_ms = at_ms - 5000'],
  ['of an older price of its source', 'source_at_ms = source_at_ms - 38000'],
  ['that is gone', 'product_id = 2'],
])('a tick %s is found', async (_what, change) => {
  const { tick } = await newest()
  // The one after a tick that is gone does not follow the one before it.
  const named = change.startsWith('product_id') ? tick - 2n : tick - 3n
  const update = `update tick set ${change} where product_id = $1 and sequence = $2`
  const found = await foundAfter((tx) => tx.query(update, [floor.product.id, tick - 3n]), sweepAll)
  expect(found).toContainEqual(wrongTick(named))
})

test('a trade whose number is not above the one before is found, in the next slice, too', async () => {
  const { tick, head } = await newest()
  const renumber = (tx: Queryable) =>
    tx.query(`update tick set trade = case when sequence = $2 then 7 else sequence end where product_id = $1`, [
      floor.product.id,
      tick,
    ])
  expect(await foundAfter(renumber, sweepAll)).toEqual([wrongTick(tick)])
  expect(await foundAfter(renumber, (tx) => headsSweep.find(tx, head - 1n, head))).toEqual([wrongTick(tick)])
})

test('a tick behind what a head had called complete is found, where its time does not fall', async () => {
  const { tick, head } = await newest()
  const found = await foundAfter(async (tx) => {
    // The last head had promised more than was kept: the next tick comes at a time that it had called complete.
    const promised = `update tree_head set throughs = jsonb_set(throughs, '{${SYMBOL}}', to_jsonb(at_ms + 500)) where number = $1`
    await tx.query(promised, [head])
    const now = floor.clock.now() + 300
    await appendTicks(tx, [floor.product.id], now + 400, 'test', [
      { productId: floor.product.id, atMs: now, price: '1', size: '1', sourceAtMs: now },
    ])
    await sealIn(tx, now + 400)
  }, sweepAll)
  expect(found).toEqual([wrongTick(tick + 1n)])
})

test('ticks that are appended later and dated back never accuse the order that was decided before', async () => {
  const results = async (tx: Queryable) => {
    const sweep = createResultsSweep()
    return sweep.find(tx, 0n, await sweep.last(tx))
  }
  const { tick } = await newest()
  const found = await foundAfter(
    async (tx) => {
      // One at the entry's instant, one just before the end: by time they would be the first and the last.
      await tx.query(
        `insert into tick (product_id, sequence, at_ms, price, size, source, source_at_ms, instrument)
         select placed.product_id, $2 + made.nth, case made.nth when 1 then placed.accepted_at_ms + 1 else placed.expires_at_ms end,
                90 + made.nth, 1, 'test', placed.accepted_at_ms, '-'
           from trade_order placed cross join generate_series(1, 2) made (nth) where placed.number = $1`,
        [honest, tick],
      )
      await tx.query('update tick_head set sequence = sequence + 2 where product_id = $1', [floor.product.id])
      await sealIn(tx)
    },
    async (tx) => ({ results: await results(tx), heads: await sweepAll(tx) }),
  )
  expect(found?.results).toEqual([])
  expect(found?.heads).toContainEqual(wrongTick(tick + 1n))
})

test('an order that was decided by such ticks is found', async () => {
  const { tick } = await newest()
  const found = await foundAfter(
    async (tx) => {
      await tx.query(
        `insert into tick (product_id, sequence, at_ms, price, size, source, source_at_ms, instrument)
         select placed.product_id, $2 + 1, placed.accepted_at_ms + 1, 200, 1, 'test', placed.accepted_at_ms, '-'
           from trade_order placed where placed.number = $1`,
        [honest, tick],
      )
      await tx.query('update tick_head set sequence = sequence + 1 where product_id = $1', [floor.product.id])
      const { number } = await sealIn(tx)
      await tx.query(
        `with placed as (update trade_order set entry_sequence = $2, entry_price = 200, entry_at_ms = accepted_at_ms + 1,
                                expires_at_ms = accepted_at_ms + 1 + duration_seconds * 1000, head_number = $3,
                                status = order_lost(), profit_loss = -stake where number = $1 returning *)
         update settlement set entry = settlement_entry(placed, product)
           from placed join product on product.id = placed.product_id where settlement.order_number = placed.number`,
        [honest, tick + 1n, number],
      )
    },
    (tx) => createResultsSweep().find(tx, 0n, 1n),
  )
  expect(found).toEqual([{ kind: 'row_differs', table: 'trade_order', id: honest }])
})
