import { type AlertCalls, alertCalls } from '../../../test/alertCalls'
import { undoneAsOwner } from '../../../test/asOwner'
import { floor, withFloor } from '../../../test/floorOfFile'
import { SYMBOL } from '../../../test/tradingFloor'
import { appendTicks } from '../../market/tickLog'
import { present } from '../../shared/assert'
import { createMetrics } from '../../shared/metrics'
import { createReachedAlerts } from './reached'
import { spansAhead } from './reachedRepository'

withFloor()
let alerts: AlertCalls
beforeAll(async () => {
  alerts = alertCalls(floor)
})
beforeEach(() => alerts.tick('100.0'))

test('up and down, at the level and over a gap, by the first tick that gets there', async () => {
  const user = await floor.registerUser()
  const [at, over, under, far] = [
    await alerts.made(user, { price: '101' }),
    await alerts.made(user, { price: '102.5' }),
    await alerts.made(user, { direction: 'below', price: '95' }),
    await alerts.made(user, { price: '999' }),
  ]
  await alerts.compare()
  await alerts.tick('100.99')
  await alerts.tick('101.0')
  const atSequence = await alerts.lastSequence()
  await alerts.tick('105')
  await alerts.tick('107')
  await alerts.compare()
  const byId = async () => new Map((await alerts.list(user, 'triggered')).items.map((alert) => [alert.id, alert]))
  expect((await byId()).get(at.id)).toMatchObject({
    state: 'triggered',
    tick: { sequence: atSequence, price: '101.0' },
  })
  expect((await byId()).get(over.id)?.tick).toMatchObject({ sequence: atSequence + 1, price: '105' })
  await alerts.tick('80')
  await alerts.compare()
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
})

test('exactly once, with two nodes that both compare', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, () => floor.registerUser()))
  const nodes = [alerts.compare, createReachedAlerts({ ...floor.deps, metrics: createMetrics() })]
  for (const user of users) await alerts.made(user, { price: '101' })
  const compare = () => Promise.all(nodes.map((node) => node()))
  await compare()
  for (const price of ['103', '99', '104']) await alerts.tick(price)
  const sequence = (await alerts.lastSequence()) - 2
  await compare()
  for (const user of users) {
    expect((await alerts.list(user, 'triggered')).items.map((alert) => alert.tick?.sequence)).toEqual([sequence])
    expect(await alerts.messagesOf(user)).toHaveLength(1)
  }
})

test('more alerts than fit one transaction all come, each by the first tick', async () => {
  const user = await floor.registerUser()
  const after = await alerts.lastSequence()
  await floor.database.query(
    `insert into price_alert (user_id, id, product_id, direction, price, after_sequence, created_at_ms)
     select $1, gen_random_uuid(), $2, alert_above(), 180 + nth::numeric / 1000, $3, 0 from generate_series(1, 1200) nth`,
    [user.id, floor.product.id, after],
  )
  await alerts.tick('180.6')
  await alerts.tick('190')
  await alerts.compare()
  const found = await floor.database.query<{ tick_sequence: bigint; count: bigint }>(
    `select tick_sequence, count(*) from price_alert where user_id = $1 and state = alert_triggered() group by 1 order by 1`,
    [user.id],
  )
  expect(found.map(({ tick_sequence: sequence, count }) => [Number(sequence), Number(count)])).toEqual([
    [after + 1, 600],
    [after + 2, 600],
  ])
})

test('what was crossed while nobody compared is found in the log, at its tick', async () => {
  const user = await floor.registerUser()
  const [up, down] = [
    await alerts.made(user, { price: '120' }),
    await alerts.made(user, { direction: 'below', price: '90' }),
  ]
  await alerts.compare()
  await alerts.tick('110')
  await alerts.compare()
  await alerts.tick('121')
  const sequence = await alerts.lastSequence()
  await alerts.tick('100')
  await createReachedAlerts({ ...floor.deps, metrics: createMetrics() })()
  expect((await alerts.list(user, 'triggered')).items).toMatchObject([{ id: up.id, tick: { sequence, price: '121' } }])
  expect((await alerts.list(user, 'active')).items.map(({ id }) => id)).toEqual([down.id])
  const stored = await floor.database.first<{ sequence: bigint }>(
    'select sequence from price_alert_progress where product_id = $1',
    [floor.product.id],
  )
  expect(Number(stored?.sequence)).toBe(sequence + 1)
})

test('a log that has grown for long without alerts is read from the first alert on', async () => {
  const user = await floor.registerUser()
  await floor.database.query(
    'update price_alert set state = alert_cancelled(), ended_at_ms = 0 where state = alert_active()',
  )
  await floor.database.query('update price_alert_progress set sequence = 0 where product_id = $1', [floor.product.id])
  await undoneAsOwner(floor.database, async (tx) => {
    await tx.query('update tick_head set sequence = sequence + 1000000 where product_id = $1', [floor.product.id])
    const after = await alerts.lastSequence()
    await tx.query(
      `insert into price_alert (user_id, id, product_id, direction, price, after_sequence, created_at_ms)
       values ($1, gen_random_uuid(), $2, alert_above(), 500, $3, 0)`,
      [user.id, floor.product.id, after],
    )
    expect((await spansAhead(tx)).map(({ since }) => Number(since))).toEqual([after])
  })
})

test('a tick that came between an alert and its event counts, and one before it does not', async () => {
  const user = await floor.registerUser()
  await alerts.compare()
  await alerts.tick('130')
  await alerts.tick('100')
  const alert = await alerts.made(user, { price: '125' })
  await alerts.compare()
  expect((await alerts.list(user, 'active')).items.map(({ id }) => id)).toEqual([alert.id])
  const second = await alerts.made(user, { price: '126' })
  await alerts.tick('127')
  await alerts.tick('100')
  await alerts.compare()
  expect((await alerts.list(user, 'triggered')).items.map(({ id }) => id).sort()).toEqual([alert.id, second.id].sort())
})

test('what the database refuses is done later, from the same ticks', async () => {
  const user = await floor.registerUser()
  let broken = true
  const compare = createReachedAlerts({
    ...floor.deps,
    metrics: createMetrics(),
    messages: {
      sendAll: (tx, messages) =>
        broken ? Promise.reject(new Error('the disk is full')) : floor.deps.messages.sendAll(tx, messages),
    },
  })
  await alerts.made(user, { price: '160' })
  await compare()
  await alerts.tick('161')
  await alerts.tick('100')
  await expect(compare()).rejects.toThrow('the disk is full')
  expect((await alerts.list(user, 'triggered')).items).toEqual([])
  broken = false
  await compare()
  expect((await alerts.list(user, 'triggered')).items).toMatchObject([{ tick: { price: '161' } }])
  expect(await alerts.messagesOf(user)).toHaveLength(1)
})

test('a product whose market is closed takes an alert, for the first price when it opens', async () => {
  const user = await floor.registerUser()
  await floor.database.query('update product set maintenance = true where symbol = $1', [SYMBOL])
  await floor.deps.market.refreshProducts()
  expect(
    floor.deps.market.tradingState(present(floor.deps.market.productBySymbol(SYMBOL), 'it is there'), 0).status,
  ).toBe('maintenance')
  const alert = await alerts.made(user, { direction: 'below', price: '97' })
  expect(alert.state).toBe('active')
  await alerts.compare()
  await floor.clock.advance(3 * 3_600_000)
  await floor.database.query('update product set maintenance = false where symbol = $1', [SYMBOL])
  await floor.deps.market.refreshProducts()
  await alerts.tick('90')
  await alerts.compare()
  expect((await alerts.list(user, 'triggered')).items).toMatchObject([{ id: alert.id, tick: { price: '90' } }])
  // A lost race: a user who cancels too late is told that the alert was triggered.
  expect((await alerts.call(user, 'POST', `/price-alerts/${alert.id}/cancel`)).json().state).toBe('triggered')
})

test('a product without any price yet takes an alert; its first tick decides', async () => {
  const user = await floor.registerUser()
  const silver = present(floor.deps.market.productBySymbol('ETHUSDT'), 'the demo products have ether')
  await alerts.made(user, { symbol: silver.symbol, direction: 'above', price: '5' })
  await alerts.compare()
  const atMs = floor.clock.now()
  await appendTicks(floor.database, [silver.id], atMs - 1, 'test', [
    { productId: silver.id, atMs, price: '6', size: '1', sourceAtMs: atMs },
  ])
  await alerts.compare()
  expect((await alerts.list(user, 'triggered')).items).toMatchObject([{ tick: { sequence: 1, price: '6' } }])
})

test('who does not want to hear of alerts gets no message, and still sees which were triggered', async () => {
  const user = await floor.registerUser()
  await floor.call(user, 'PUT', '/message-preferences', { muted: ['alerts'] })
  await alerts.made(user, { price: '170' })
  await alerts.compare()
  await alerts.tick('171')
  await alerts.compare()
  expect(await alerts.messagesOf(user)).toEqual([])
  expect((await alerts.list(user, 'triggered')).items).toHaveLength(1)
})
