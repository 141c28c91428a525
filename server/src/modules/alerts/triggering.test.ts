import { until } from '../../../../test/support/until'
import { type AlertCalls, alertCalls } from '../../../test/alertCalls'
import { createTradingFloor, SYMBOL, type TradingFloor } from '../../../test/tradingFloor'
import { appendTicks } from '../../market/tickLog'
import { present } from '../../shared/assert'
import { createMetrics } from '../../shared/metrics'
import { createAlertWorker } from './worker'

let floor: TradingFloor
let alerts: AlertCalls
beforeAll(async () => {
  floor = await createTradingFloor()
  alerts = alertCalls(floor)
})
afterAll(() => floor.close())
beforeEach(() => alerts.tick('100.0'))

test('up and down, at the level and over a gap, by the first tick that gets there', async () => {
  const user = await floor.registerUser()
  const worker = alerts.newWorker()
  const [at, over, under, far] = [
    await alerts.made(user, { price: '101' }),
    await alerts.made(user, { price: '102.5' }),
    await alerts.made(user, { direction: 'below', price: '95' }),
    await alerts.made(user, { price: '999' }),
  ]
  await worker.runOnce()
  await alerts.tick('100.99')
  await alerts.tick('101.0')
  const atSequence = await alerts.lastSequence()
  await alerts.tick('105')
  await alerts.tick('107')
  await worker.runOnce()
  const byId = async () => new Map((await alerts.list(user, 'triggered')).items.map((alert) => [alert.id, alert]))
  expect((await byId()).get(at.id)).toMatchObject({
    state: 'triggered',
    tick: { sequence: atSequence, price: '101.0' },
  })
  expect((await byId()).get(over.id)?.tick).toMatchObject({ sequence: atSequence + 1, price: '105' })
  await alerts.tick('80')
  await worker.runOnce()
  expect((await byId()).get(under.id)?.tick).toEqual({
    sequence: atSequence + 3,
    at: floor.clock.now(),
    price: '80',
  })
  expect((await alerts.list(user, 'active')).items.map(({ id }) => id)).toEqual([far.id])
  expect((await alerts.messagesOf(user)).map(({ facts }) => facts)).toContainEqual({
    alertId: under.id,
    symbol: SYMBOL,
    direction: 'below',
    price: under.price,
    tickPrice: '80',
    tickSequence: String(atSequence + 3),
    tickAt: new Date(floor.clock.now()).toISOString(),
  })
  // The named tick is in the public log.
  const log = await floor.inject({ url: `/api/products/${SYMBOL}/ticks?after=${atSequence - 1}&limit=1` })
  expect(log.json().items[0]).toMatchObject({ sequence: atSequence, price: '101.0' })
  await worker.stop()
})

test('exactly once, with two processes that both hear of it', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, () => floor.registerUser()))
  const workers = [alerts.newWorker(), alerts.newWorker()]
  for (const user of users) await alerts.made(user, { price: '101' })
  await Promise.all(workers.map((worker) => worker.runOnce()))
  await alerts.tick('103')
  await Promise.all(workers.map((worker) => worker.runOnce()))
  await alerts.tick('99')
  await alerts.tick('104')
  await Promise.all(workers.map((worker) => worker.runOnce()))
  const sequence = (await alerts.lastSequence()) - 2
  for (const user of users) {
    expect((await alerts.list(user, 'triggered')).items.map((alert) => alert.tick?.sequence)).toEqual([sequence])
    expect(await alerts.messagesOf(user)).toHaveLength(1)
  }
  for (const worker of workers) await worker.stop()
})

test('a restart misses nothing: what was crossed meanwhile is found in the log, at its tick', async () => {
  const user = await floor.registerUser()
  const before = alerts.newWorker()
  const [up, down] = [
    await alerts.made(user, { price: '120' }),
    await alerts.made(user, { direction: 'below', price: '90' }),
  ]
  await before.runOnce()
  await alerts.tick('110')
  await before.runOnce()
  await before.stop()
  await alerts.silentTick('121')
  const sequence = await alerts.lastSequence()
  await alerts.silentTick('100')
  const after = alerts.newWorker()
  await after.runOnce()
  expect((await alerts.list(user, 'triggered')).items).toMatchObject([{ id: up.id, tick: { sequence, price: '121' } }])
  expect((await alerts.list(user, 'active')).items.map(({ id }) => id)).toEqual([down.id])
  const stored = await floor.database.first<{ sequence: bigint }>(
    'select sequence from price_alert_progress where product_id = $1',
    [floor.product.id],
  )
  await after.runOnce()
  expect(Number(stored?.sequence)).toBeGreaterThanOrEqual(sequence + 1)
  await after.stop()
})

test('a tick that came between an alert and its event counts, and one before it does not', async () => {
  const user = await floor.registerUser()
  const worker = alerts.newWorker()
  await worker.runOnce()
  await alerts.tick('130')
  await alerts.tick('100')
  const alert = await alerts.made(user, { price: '125' })
  await worker.runOnce()
  expect((await alerts.list(user, 'active')).items.map(({ id }) => id)).toEqual([alert.id])
  const second = await alerts.made(user, { price: '126' })
  await alerts.tick('127')
  await alerts.tick('100')
  await worker.runOnce()
  expect((await alerts.list(user, 'triggered')).items.map(({ id }) => id).sort()).toEqual([alert.id, second.id].sort())
  await worker.stop()
})

test('ticks that the bus left out are read from the log', async () => {
  const user = await floor.registerUser()
  const worker = alerts.newWorker()
  await alerts.made(user, { price: '140' })
  await worker.runOnce()
  await alerts.silentTick('141')
  await alerts.tick('100')
  await worker.runOnce()
  expect((await alerts.list(user, 'triggered')).items).toMatchObject([{ tick: { price: '141' } }])
  await worker.stop()
})

test('while it runs, it hears of alerts made anywhere, and of the ones that are cancelled', async () => {
  const user = await floor.registerUser()
  await floor.deps.userEvents.start()
  const worker = alerts.newWorker()
  worker.start()
  const heard: string[] = []
  const end = floor.deps.bus.subscribe('changed', ({ userId, topics }) => {
    if (userId === user.id) heard.push(...topics)
  })
  const alertsHeard = () => heard.filter((topic) => topic === 'alerts').length
  const [kept, dropped] = [await alerts.made(user, { price: '150' }), await alerts.made(user, { price: '151' })]
  await until('both alerts', () => alertsHeard() === 2)
  await alerts.call(user, 'POST', `/price-alerts/${dropped.id}/cancel`)
  await until('the cancellation', () => alertsHeard() === 3)
  await alerts.tick('152')
  await until('the alert that fired', async () => (await alerts.list(user, 'triggered')).items.length === 1)
  expect((await alerts.list(user, 'triggered')).items[0]?.id).toBe(kept.id)
  await until('the message', () => heard.includes('messages') && alertsHeard() === 4)
  end()
  const stopped = worker.stop()
  await floor.clock.advance(10_000)
  await stopped
  await floor.deps.userEvents.stop()
})

test('a process that hears no prices takes over when nobody else looks at them', async () => {
  const user = await floor.registerUser()
  const worker = alerts.newWorker()
  await alerts.made(user, { price: '155' })
  worker.start()
  const isTold = async () => (await alerts.list(user, 'triggered')).items.length === 1
  await alerts.silentTick('156')
  await until('the alert that nobody else looked at', async () => {
    await floor.clock.advance(5_000)
    return isTold()
  })
  const stopped = worker.stop()
  await floor.clock.advance(5_000)
  await stopped
})

test('a process with the alerts of another one leaves its work to it', async () => {
  const user = await floor.registerUser()
  const [works, watches] = [alerts.newWorker(), alerts.newWorker()]
  await alerts.made(user, { price: '158' })
  await works.runOnce()
  await watches.runOnce()
  await alerts.silentTick('157')
  await works.runOnce()
  const stored = () =>
    floor.database.query('select sequence from price_alert_progress where product_id = $1', [floor.product.id])
  const before = await stored()
  await watches.runOnce()
  expect(await stored()).toEqual(before)
  await alerts.tick('159')
  await Promise.all([works.runOnce(), watches.runOnce()])
  expect(await alerts.messagesOf(user)).toHaveLength(1)
  await works.stop()
  await watches.stop()
})

test('what the database refuses is done later, from the same ticks', async () => {
  const user = await floor.registerUser()
  let broken = true
  const worker = createAlertWorker({
    ...floor.deps,
    metrics: createMetrics(),
    messages: {
      sendAll: (tx, messages) =>
        broken ? Promise.reject(new Error('the disk is full')) : floor.deps.messages.sendAll(tx, messages),
    },
  })
  await alerts.made(user, { price: '160' })
  await worker.runOnce()
  await alerts.tick('161')
  await alerts.tick('100')
  await expect(worker.runOnce()).rejects.toThrow('the disk is full')
  expect((await alerts.list(user, 'triggered')).items).toEqual([])
  broken = false
  await worker.runOnce()
  expect((await alerts.list(user, 'triggered')).items).toMatchObject([{ tick: { price: '161' } }])
  expect(await alerts.messagesOf(user)).toHaveLength(1)
  await worker.stop()
})

test('a product whose market is closed takes an alert, for the first price when it opens', async () => {
  const user = await floor.registerUser()
  const worker = alerts.newWorker()
  await floor.database.query('update product set maintenance = true where symbol = $1', [SYMBOL])
  await floor.deps.market.refreshProducts()
  expect(
    floor.deps.market.tradingState(present(floor.deps.market.productBySymbol(SYMBOL), 'it is there'), 0).status,
  ).toBe('maintenance')
  const alert = await alerts.made(user, { direction: 'below', price: '97' })
  expect(alert.state).toBe('active')
  await worker.runOnce()
  await floor.clock.advance(3 * 3_600_000)
  await floor.database.query('update product set maintenance = false where symbol = $1', [SYMBOL])
  await floor.deps.market.refreshProducts()
  await alerts.tick('90')
  await worker.runOnce()
  expect((await alerts.list(user, 'triggered')).items).toMatchObject([{ id: alert.id, tick: { price: '90' } }])
  // A lost race: a user who cancels too late is told that the alert was triggered.
  expect((await alerts.call(user, 'POST', `/price-alerts/${alert.id}/cancel`)).json().state).toBe('triggered')
  await worker.stop()
})

test('a product without any price yet takes an alert; its first tick decides', async () => {
  const user = await floor.registerUser()
  const worker = alerts.newWorker()
  const silver = present(floor.deps.market.productBySymbol('ETHUSDT'), 'the demo products have ether')
  await alerts.made(user, { symbol: silver.symbol, direction: 'above', price: '5' })
  await worker.runOnce()
  const atMs = floor.clock.now()
  await appendTicks(floor.database, [silver.id], atMs - 1, 'test', [
    { productId: silver.id, atMs, price: '6', size: '1', sourceAtMs: atMs },
  ])
  await worker.runOnce()
  expect((await alerts.list(user, 'triggered')).items).toMatchObject([{ tick: { sequence: 1, price: '6' } }])
  await worker.stop()
})

test('who does not want to hear of alerts gets no message, and still sees which were triggered', async () => {
  const user = await floor.registerUser()
  const worker = alerts.newWorker()
  await floor.call(user, 'PUT', '/message-preferences', { muted: ['alerts'] })
  await alerts.made(user, { price: '170' })
  await worker.runOnce()
  await alerts.tick('171')
  await worker.runOnce()
  expect(await alerts.messagesOf(user)).toEqual([])
  expect((await alerts.list(user, 'triggered')).items).toHaveLength(1)
  await worker.stop()
})
