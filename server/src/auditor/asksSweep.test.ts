import { undoneAsOwner } from '../../test/asOwner'
import { floor, withFloor } from '../../test/floorOfFile'
import type { Queryable } from '../database/database'
import { leafText, readLeaf } from '../signedLogs/leafFields'
import { createAsksSweep } from './asksSweep'

withFloor()
beforeAll(async () => {
  const user = await floor.registerUser()
  await floor.win(user, floor.body())
  await floor.win(user, floor.body({ direction: 'down', stake: '25.00' }))
})

const findWrong = async (tx: Queryable = floor.database) => {
  const asks = createAsksSweep(floor.deps.config.proofOrigin)
  return asks.find(tx, 0n, await asks.last(tx))
}

test('orders that devices have signed are in order, and none is of another log', async () => {
  expect(await findWrong()).toEqual([])
  const elsewhere = createAsksSweep('elsewhere.test')
  expect(await elsewhere.find(floor.database, 0n, 2n)).toHaveLength(2)
})

const FIRST = [{ kind: 'row_differs', table: 'accepted_order', id: 1n }]

async function entryOfFirst(): Promise<string> {
  const row = await floor.database.first<{ entry: string }>('select entry from accepted_order where order_number = 1')
  return row?.entry ?? ''
}

/** Findings of the sweep while the first order has another entry. */
async function findWrongWith(entry: string): Promise<unknown> {
  return undoneAsOwner(floor.database, async (tx) => {
    await tx.query('update accepted_order set entry = $1 where order_number = 1', [entry])
    return findWrong(tx)
  })
}

type Accept = ReturnType<typeof readLeaf<'accept'>>

test.each<[string, (order: Accept) => Partial<Accept>]>([
  ['another stake', () => ({ stake: '1' })],
  ['another direction', () => ({ direction: 'down' })],
  ['another duration', () => ({ durationSeconds: '60' })],
  ['a later acceptance', ({ acceptedAt }) => ({ acceptedAt: String(Number(acceptedAt) + 60_000) })],
  ['an earlier acceptance', ({ acceptedAt }) => ({ acceptedAt: String(Number(acceptedAt) - 60_000) })],
  ['a key that anybody can sign for', () => ({ deviceKey: '0'.repeat(64) })],
  ['a key that is none', () => ({ deviceKey: 'f'.repeat(64) })],
  ['another signature', () => ({ deviceSignature: '0'.repeat(128) })],
])('an order with %s than its device asked for is found', async (_what, change) => {
  const entry = await entryOfFirst()
  const order = readLeaf('accept', entry)
  expect(await findWrongWith(leafText('accept', { ...order, ...change(order) }))).toEqual(FIRST)
})

test('an entry of another form is found', async () => {
  expect(await findWrongWith(`${await entryOfFirst()}|more`)).toEqual(FIRST)
})
