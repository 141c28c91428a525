import { undoneAsOwner } from '../../test/asOwner'
import { floor, withFloor } from '../../test/floorOfFile'
import { type Queryable, queryableOf } from '../database/database'
import { createFeedEvents } from '../market/feedEvents'
import { ArchiveChangedError, ObjectStoreError } from '../objectStore/objectStore'
import { createLeavesSweep } from './leavesSweep'

const noArchive = async () => []
const feeds = createLeavesSweep('feeds', noArchive)
const orders = createLeavesSweep('orders', noArchive)

withFloor()
beforeAll(async () => {
  const events = createFeedEvents({ ...floor.deps, database: floor.database })
  for (let index = 0; index < 1_100; index++) {
    events.note({ kind: 'settings', symbol: 'BTCUSDT', fields: ['binance', 'BTCUSDT', index, 200, 300, 1_000] })
  }
  await events.flush()
  const user = await floor.registerUser()
  await floor.win(user, floor.body())
  await floor.deps.heads.seal()
})

/** Findings of the sweep after a change by someone who owns the database, which is undone. */
async function foundAfter(change: (tx: Queryable) => Promise<unknown>, sweep = feeds): Promise<unknown> {
  return undoneAsOwner(floor.database, async (tx) => {
    await change(tx)
    return sweep.find(tx, 0n, await sweep.last(tx))
  })
}

const differs = (log: string, id: bigint) => ({ kind: 'row_differs', table: `log ${log}`, id })

test('logs whose heads were signed are in order, block by block and as a whole', async () => {
  // Four blocks of 256 and the root.
  expect(await feeds.last(floor.database)).toBe(5n)
  for (const sweep of [feeds, orders, createLeavesSweep('settlements', noArchive)])
    expect(await foundAfter(async () => undefined, sweep)).toEqual([])
})

test.each([3, 255, 256, 1_023])('entry %s that says something else is found by its block', async (leaf) => {
  const change = (tx: Queryable) =>
    tx.query(`update feed_event set entry = replace(entry, 'binance', 'okx') where leaf = $1`, [leaf])
  expect(await foundAfter(change)).toEqual([differs('feeds', BigInt(Math.floor(leaf / 256) * 256))])
})

test('an entry after the last whole block is found by the root that the head has', async () => {
  const change = (tx: Queryable) => tx.query(`update feed_event set entry = entry || '0' where leaf = 1099`)
  expect(await foundAfter(change)).toEqual([differs('feeds', 1_024n)])
  const lost = await foundAfter((tx) => tx.query('delete from feed_event where leaf = 1099'))
  expect(lost).toEqual([differs('feeds', 1_024n)])
})

test.each([8, 9, 10])('a kept hash of level %s that is another one is found', async (level) => {
  const change = (tx: Queryable) =>
    tx.query(`update log_node set hash = sha256('x') where tree = -4 and level = $1 and position = 0`, [level])
  expect(await foundAfter(change)).not.toEqual([])
})

test('the terms of an order that were changed with everything that belongs to them are found', async () => {
  const change = async (tx: Queryable) => {
    await tx.query(`update trade_order set stake = stake / 2`)
    await tx.query(`update accepted_order accepted set entry = order_entry(placed, product)
                      from trade_order placed join product on product.id = placed.product_id
                     where placed.number = accepted.order_number`)
  }
  expect(await foundAfter(change, orders)).toEqual([differs('orders', 0n)])
})

test('a database that goes away meanwhile is no finding', async () => {
  const gone = (from: string) =>
    queryableOf(async <R extends object>(text: string, values?: readonly unknown[]) => {
      // The statements of a sweep until the connection is lost, which PostgreSQL does for real.
      if (text.includes(from)) await floor.database.query('select pg_terminate_backend(pg_backend_pid())')
      return floor.database.query<R>(text, values)
    })
  const last = await feeds.last(floor.database)
  for (const table of ['feed_event', 'log_node']) {
    await expect(feeds.find(gone(table), 0n, last)).rejects.toThrow(/terminat/)
    await expect(feeds.find(gone(table), last - 1n, last)).rejects.toThrow(/terminat/)
  }
  expect(await feeds.find(floor.database, 0n, last)).toEqual([])
})

test('a store of old leaves that is away is no finding, and one that has something else is', async () => {
  const foundWith = async (error: Error) => {
    const sweep = createLeavesSweep('feeds', async () => {
      throw error
    })
    return foundAfter((tx) => tx.query('delete from feed_event where leaf < 256'), sweep)
  }
  await expect(foundWith(new ObjectStoreError('the object store did not answer'))).rejects.toThrow('did not answer')
  expect(await foundWith(new ArchiveChangedError('the archive lacks a file'))).toContainEqual(differs('feeds', 0n))
})
