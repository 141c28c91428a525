import { createTradingFloor, type TradingFloor } from '../../../test/tradingFloor'
import { createExampleService } from './service'

let floor: TradingFloor
beforeEach(async () => {
  floor = await createTradingFloor()
})
afterEach(() => floor.close())

const newest = () => floor.inject({ url: '/api/proof/example' })
const serviceOf = () => createExampleService({ ...floor.deps, market: floor.deps.market })

async function runOnce(exit: string) {
  await floor.tick('100')
  expect(await floor.deps.example.place()).toBe(true)
  await floor.enter('101')
  await floor.expire(exit)
  await floor.settle()
}

test('the example is a true order of an account that nobody signs in to, and its receipt is public', async () => {
  // A browser writes a 404 into its console as an error, and a new house has none.
  expect(await newest()).toMatchObject({ statusCode: 204, body: '' })
  expect(await floor.deps.example.place()).toBe(false)
  await floor.deps.accounts.seedExample()
  await floor.deps.accounts.seedExample()
  await runOnce('102')
  await floor.clock.advance(1_100)
  const first = (await newest()).json()
  expect(first.order).toMatchObject({ stake: '100', durationSeconds: 30, entryPrice: '101' })
  // The next one is shown however it ends, and goes the other way a minute later.
  await floor.clock.advance(60_000 - 31_800)
  await runOnce('99')
  await floor.clock.advance(1_100)
  const second = (await newest()).json()
  expect(second.order.id).not.toBe(first.order.id)
  expect(new Set([first.order.direction, second.order.direction]).size).toBe(2)
  // After a while without orders there is nothing that was settled lately.
  await floor.clock.advance(16 * 60_000)
  expect((await newest()).statusCode).toBe(204)
})

test('nodes that place at the same moment place one order, and an empty account is filled again', async () => {
  await floor.deps.accounts.seedExample()
  const userId = (await floor.deps.accounts.findExample()) ?? 0n
  const available = async () => (await floor.deps.ledger.balanceOf(userId)).available
  await floor.tick('100')
  const [here, there] = [serviceOf(), serviceOf()]
  expect(await Promise.all([here.place(), there.place()])).toEqual([true, true])
  const held = await floor.deps.orders.list(userId, { state: 'holding' })
  expect(held.ok && held.value.items).toHaveLength(1)
  expect(await available()).toBe('9999.00')
  await floor.deps.ledger.balanceOf(userId).then(() =>
    floor.database.withTransaction((tx) =>
      floor.deps.ledger.post(tx, {
        userId,
        kind: 'withdrawalRequested',
        reference: floor.body().id,
        postings: [
          { account: 'available', amount: -999_900n },
          { account: 'inWithdrawal', amount: 999_900n },
        ],
      }),
    ),
  )
  await floor.clock.advance(5_000)
  await floor.tick('100')
  expect(await here.place()).toBe(false)
  expect(await here.place()).toBe(true)
  expect(await available()).toBe('9999.00')
})
