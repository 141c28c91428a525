import type { PushService } from '../../../../test/support/pushService'
import { pushCalls, startPushes } from '../../../test/push'
import { createTradingFloor, SYMBOL, type TradingFloor } from '../../../test/tradingFloor'
import { createMetrics } from '../../shared/metrics'
import { createPushWorker } from './worker'

let floor: TradingFloor
let service: PushService
let calls: ReturnType<typeof pushCalls>
beforeAll(async () => {
  const pushes = await startPushes()
  service = pushes.service
  floor = await createTradingFloor({ config: { push: pushes.settings } })
  calls = pushCalls(floor, service)
})
afterAll(async () => {
  await floor.close()
  await service.stop()
})

test('a result is pushed once it is settled, leads to the order, and replaces the one before', async () => {
  const user = await floor.registerUser()
  const browser = await calls.subscribed(user, 'ja-JP')
  const order = floor.body()
  await floor.win(user, order)
  // It waits a moment for other results.
  expect(await floor.deps.push.runOnce()).toBe(0)
  await calls.deliver()
  const { number } = await floor.orderOf(user, order.id)
  const [pushed, ...more] = service.to(browser)
  expect(more).toEqual([])
  expect(pushed?.payload).toEqual({
    title: '利益が出ました',
    body: `${floor.product.names['ja-JP']} · ${number}`,
    path: `/pages/order/closed?id=${order.id}`,
    tag: 'results',
    lang: 'ja-JP',
  })
  expect(pushed?.headers).toMatchObject({ topic: 'results', urgency: 'high' })
  expect(Number(pushed?.headers.ttl)).toBeLessThanOrEqual(300)
})

test('a result of a user without a browser is settled beside those of users with one', async () => {
  await calls.subscribed(await floor.registerUser())
  const user = await floor.registerUser()
  const order = floor.body()
  await floor.win(user, order)
  expect(await floor.orderOf(user, order.id)).toMatchObject({ status: 'won' })
  expect(await calls.waiting()).toBe(0)
})

test('many results are one push', async () => {
  const user = await floor.registerUser()
  const browser = await calls.subscribed(user)
  await floor.tick('100')
  for (let n = 0; n < 12; n++) await floor.place(user, floor.body())
  await floor.enter('101')
  await floor.expire('102')
  await floor.settle()
  await calls.deliver()
  expect(service.to(browser).map(({ payload }) => [payload.title, payload.path])).toEqual([
    ['12 orders have closed', '/pages/message/message'],
  ])
})

test('a price alert is pushed with the price, in the digits of the language', async () => {
  const user = await floor.registerUser()
  const browser = await calls.subscribed(user, 'de-DE')
  await floor.database.withTransaction((tx) =>
    floor.deps.messages.send(tx, {
      userId: user.id,
      kind: 'price_alert',
      reference: 'alert',
      facts: {
        alertId: floor.body().id,
        symbol: SYMBOL,
        direction: 'above',
        price: '65000.50',
        tickPrice: '65001.10',
        tickSequence: '7',
        tickAt: new Date(floor.clock.now()).toISOString(),
      },
    }),
  )
  await calls.deliver()
  const [pushed] = service.to(browser)
  expect(pushed?.payload.body).toContain('ist auf 65.001,10 gestiegen. Ihr Alarm: 65.000,50.')
  expect(pushed?.payload.path).toBe(`/pages/Detail/Detail?symbol=${SYMBOL}`)
})

test('two nodes at the same time push each thing once', async () => {
  const users = await Promise.all(Array.from({ length: 15 }, () => floor.registerUser()))
  const browsers = await Promise.all(users.map((user) => calls.subscribed(user)))
  const other = createPushWorker({ ...floor.deps, metrics: createMetrics() })
  for (let round = 0; round < Number(process.env.REPEATS ?? 8); round++) {
    service.arrived.length = 0
    await Promise.all(users.map((user) => calls.tell(user, `round ${round}`)))
    await Promise.all([floor.deps.push.runOnce(), other.runOnce(), floor.deps.push.runOnce(), other.runOnce()])
    expect([await floor.deps.push.runOnce(), await calls.waiting()]).toEqual([0, 0])
    expect(browsers.map((browser) => service.to(browser).length)).toEqual(browsers.map(() => 1))
  }
})

test('who tells waits for nobody who logs out at that moment', async () => {
  const user = await floor.registerUser()
  await calls.subscribed(user)
  await floor.database.withTransaction(async (leaving) => {
    await leaving.query('delete from session where user_id = $1', [user.id])
    await floor.database.withTransaction(async (tx) => {
      await tx.query("set local lock_timeout = '2s'")
      await tx.query(
        `insert into message (user_id, kind, facts, reference) values ($1, 'security', '{"event": "passkey_added"}', 'x')`,
        [user.id],
      )
    })
  })
  await calls.deliver()
  expect(await calls.waiting()).toBe(0)
})
