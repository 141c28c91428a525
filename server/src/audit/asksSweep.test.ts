import { createTradingFloor, type TradingFloor } from '../../test/tradingFloor'
import { createAsksSweep } from './asksSweep'

let floor: TradingFloor
beforeAll(async () => {
  floor = await createTradingFloor()
  const user = await floor.registerUser()
  await floor.win(user, floor.body())
  await floor.win(user, floor.body({ direction: 'down', stake: '25.00' }))
}, 60_000)
afterAll(() => floor.close())

const findWrong = async (tx: Pick<TradingFloor['database'], 'query'> = floor.database) => {
  const asks = createAsksSweep(floor.deps.config.proofOrigin)
  return asks.find(tx, 0n, await asks.last(tx))
}

test('orders that devices have signed are in order, and none is of another log', async () => {
  expect(await findWrong()).toEqual([])
  const elsewhere = createAsksSweep('elsewhere.test')
  expect(await elsewhere.find(floor.database, 0n, 2n)).toHaveLength(2)
})

const place = (nth: number) => `split_part(entry, '|', ${nth})`
const other = (nth: number, value: string) =>
  `array_to_string((string_to_array(entry, '|'))[:${nth - 1}] || ${value} || (string_to_array(entry, '|'))[${nth + 1}:], '|')`

test.each([
  ['another stake', other(9, `'1'::text`)],
  ['another direction', other(8, `'down'::text`)],
  ['another duration', other(14, `'60'::text`)],
  ['a later acceptance', other(15, `(${place(15)}::bigint + 60000)::text`)],
  ['an earlier acceptance', other(15, `(${place(15)}::bigint - 60000)::text`)],
  ['a key that anybody can sign for', other(21, `repeat('0', 64)`)],
  ['a key that is none', other(21, `repeat('f', 64)`)],
  ['another signature', other(22, `repeat('0', 128)`)],
])('an order with %s than its device asked for is found', async (_what, entry) => {
  const undo = new Error('undone')
  let found: unknown
  await floor.database
    .withTransaction(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(`update accepted_order set entry = ${entry} where order_number = 1`)
      found = await findWrong(tx)
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  expect(found).toEqual([{ kind: 'row_differs', table: 'accepted_order', id: 1n }])
})
