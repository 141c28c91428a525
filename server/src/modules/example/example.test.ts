import { codeOf } from '../../../../test/support/answers'
import { createTradingFloor, type TradingFloor } from '../../../test/tradingFloor'

let floor: TradingFloor
let userId: bigint
beforeEach(async () => {
  floor = await createTradingFloor()
  await floor.deps.accounts.seedExample()
  userId = (await floor.deps.accounts.findExample()) ?? 0n
})
afterEach(() => floor.close())

const newest = (query = '') => floor.inject({ url: `/api/proof/example${query}` })
const held = async () => {
  const found = await floor.deps.orders.list(userId, { state: 'holding' })
  return found.ok ? found.value.items : []
}

async function runOnce(exit: string) {
  await floor.tick('100')
  await floor.deps.example.place()
  expect(await held()).toHaveLength(1)
  await floor.enter('101')
  await floor.expire(exit)
  await floor.settle()
}

test('the example is a true order of an account that nobody signs in to, and its receipt is public', async () => {
  // A browser writes a 404 into its console as an error, and a new house has none.
  expect(await newest()).toMatchObject({ statusCode: 204, body: '' })
  await floor.deps.example.place()
  expect(await held()).toEqual([])
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
  // A page that was made with the one before can still verify it; an order that is no example is not told.
  expect((await newest(`?order=${first.order.id}`)).json().order.id).toBe(first.order.id)
  expect((await newest(`?order=${floor.body().id}`)).json().order.id).toBe(second.order.id)
  // After a while without orders there is nothing that was settled lately.
  await floor.clock.advance(16 * 60_000)
  expect((await newest()).statusCode).toBe(204)
})

test('a minute has one example, whoever leads in it, and an empty account is filled again', async () => {
  const available = async () => (await floor.deps.ledger.balanceOf(userId)).available
  await floor.tick('100')
  for (const _ of [1, 2]) await floor.deps.example.place()
  expect(await available()).toBe('9999.00')
  await floor.settleAll()
  await floor.deps.example.place()
  expect(await held()).toEqual([])
  const left = (await floor.deps.ledger.balanceOf(userId)).available
  const amount = BigInt(left.replace('.', ''))
  await floor.database.withTransaction((tx) =>
    floor.deps.ledger.post(tx, {
      userId,
      kind: 'withdrawalRequested',
      reference: floor.body().id,
      postings: [
        { account: 'available', amount: -amount },
        { account: 'inWithdrawal', amount },
      ],
    }),
  )
  await floor.clock.advance(60_000)
  await floor.tick('100')
  await floor.deps.example.place()
  expect(await held()).toEqual([])
  await floor.deps.example.place()
  expect(await available()).toBe('9999.00')
})

test('nobody can foretell the id of an example and with it keep the house from placing one', async () => {
  const attacker = await floor.registerUser()
  const ids = new Set<string>()
  for (let minute = 0; minute < 5; minute++) {
    await floor.tick('100')
    // All that is known of the next one: the time, the log, and the ids of those before.
    const known = [...ids].at(-1)
    const time = floor.clock.now().toString(16).padStart(12, '0')
    const foretold = `${time.slice(0, 8)}-${time.slice(8)}-${known ?? '7000-8000-000000000000'}`
    expect((await floor.place(attacker, floor.body({ id: foretold, stake: '1.00' }))).statusCode).toBe(201)
    await floor.deps.example.place()
    const [example] = await held()
    expect(example?.id).not.toBe(foretold)
    ids.add((example?.id ?? '').slice(14))
    if (example) expect(codeOf(await floor.place(attacker, floor.body({ id: example.id })))).toBe('order_id_conflict')
    await floor.settleAll()
    await floor.clock.advance(60_000)
  }
  expect(ids.size).toBe(5)
})
