import { createWallet, type Wallet } from '../../../test/wallet'
import { HOUR_MS } from '../../shared/time'
import { usersByOrderNumber } from './orderNumbers'

let server: Wallet
beforeAll(async () => {
  server = await createWallet()
})
afterAll(() => server.close())

test('an order is found by its number, however many there were before and however many have that ending', async () => {
  const placed: { user: bigint; number: string }[] = []
  // Numbers hold 20 bits of the running number, so that all of these end alike.
  for (const [index, round] of [0n, 1n, 2n, 1_500n, 1_501n, 1_000_000n, 2n ** 42n].entries()) {
    await server.clock.advance(3 * HOUR_MS)
    await server.tick('100')
    const user = await server.registerReady(`counted_${index}`)
    const order = server.body()
    await server.database.query(`select setval('trade_order_number_seq', $1)`, [round * 2n ** 20n + 7n])
    expect((await server.place(user, order)).statusCode).toBe(201)
    placed.push({ user: user.id, number: (await server.orderOf(user, order.id)).number })
  }
  expect(new Set(placed.map(({ number }) => number.slice(-4)))).toEqual(new Set(['0008']))
  for (const { user, number } of placed) expect(await usersByOrderNumber(server.database, number)).toEqual([user])
  const [one] = placed
  expect(await usersByOrderNumber(server.database, `${one?.number.slice(0, -4)}0009`)).toEqual([])
  expect(await usersByOrderNumber(server.database, 'FT-ZZZZZZ0008')).toEqual([])
  expect(await usersByOrderNumber(server.database, 'no number')).toEqual([])
})
