import type { CreatePriceAlert, PriceAlert, PriceAlertPage } from '../../../../contract/alerts'
import type { MessagePage } from '../../../../contract/messages'
import { codeOf } from '../../../../test/support/answers'
import { until } from '../../../../test/support/until'
import { LOGIN_PASSWORD, type TestUser } from '../../../test/app'
import { createTradingFloor, SYMBOL, type TradingFloor } from '../../../test/tradingFloor'
import { appendTicks } from '../../market/tickLog'
import { present } from '../../shared/assert'
import { newId } from '../../shared/ids'
import { createMetrics } from '../../shared/metrics'
import { DAY_MS } from '../../shared/time'
import { ACTIVE_ALERTS_MAX } from './service'
import { type AlertWorker, createAlertWorker } from './worker'

let floor: TradingFloor
beforeAll(async () => {
  floor = await createTradingFloor()
}, 60_000)
afterAll(() => floor.close())
beforeEach(async () => {
  await floor.clock.advance(1_000)
  await floor.tick('100.0')
})

const call = (user: TestUser, method: 'GET' | 'POST', url: string, payload?: object) =>
  floor.inject({ method, url: `/api${url}`, headers: user.headers, ...(payload ? { payload } : {}) })
const bodyOf = (changes: Partial<CreatePriceAlert> = {}): CreatePriceAlert => ({
  id: newId(),
  symbol: SYMBOL,
  direction: 'above',
  price: '110',
  ...changes,
})
const create = (user: TestUser, changes: Partial<CreatePriceAlert> = {}) =>
  call(user, 'POST', '/price-alerts', bodyOf(changes))
const made = async (user: TestUser, changes: Partial<CreatePriceAlert> = {}): Promise<PriceAlert> =>
  (await create(user, changes)).json()
const list = async (user: TestUser, state: 'active' | 'triggered', query = ''): Promise<PriceAlertPage> =>
  (await call(user, 'GET', `/price-alerts?state=${state}${query}`)).json()
const messagesOf = async (user: TestUser) =>
  ((await call(user, 'GET', '/messages?locale=en-US')).json() as MessagePage).items.filter(
    ({ kind }) => kind === 'price_alert',
  )
/** A process of its own: nothing of what another one knows is in its memory. */
const newWorker = (): AlertWorker => createAlertWorker({ ...floor.deps, metrics: createMetrics() })
/** The price moves on, a second later. */
async function tick(price: string) {
  await floor.clock.advance(1_000)
  expect(await floor.tick(price)).toBe(true)
}
/** Ticks that reach the log and not the bus, as when another process writes them or an answer is lost. */
async function silentTick(price: string) {
  await floor.clock.advance(1_000)
  const atMs = floor.clock.now()
  await appendTicks(floor.database, [floor.product.id], atMs - 1, 'test', [
    { productId: floor.product.id, atMs, price, size: '1', sourceAtMs: atMs },
  ])
}
const lastSequence = async () =>
  Number(
    (
      await floor.database.query<{ sequence: bigint }>('select sequence from tick_head where product_id = $1', [
        floor.product.id,
      ])
    )[0]?.sequence,
  )

describe('making and cancelling', () => {
  test('an alert is made once, with the decimals of its product, and another user sees nothing of it', async () => {
    const [user, other] = [await floor.registerUser(), await floor.registerUser()]
    const body = bodyOf({ price: '0110.5' })
    const first = await call(user, 'POST', '/price-alerts', body)
    expect(first.statusCode).toBe(201)
    const price = `110.5${'0'.repeat(floor.product.decimals - 1)}`
    expect(first.json()).toEqual({
      id: body.id,
      symbol: SYMBOL,
      direction: 'above',
      price,
      state: 'active',
      createdAt: new Date(floor.clock.now()).toISOString(),
      endedAt: null,
      tick: null,
    })
    const again = await call(user, 'POST', '/price-alerts', { ...body, price: '110.50' })
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(codeOf(await call(user, 'POST', '/price-alerts', { ...body, price: '111' }))).toBe('request_id_conflict')
    expect((await list(user, 'active')).items).toEqual([first.json()])
    expect((await list(other, 'active')).items).toEqual([])
    expect(codeOf(await call(other, 'POST', `/price-alerts/${body.id}/cancel`))).toBe('not_found')
    // The same id is another alert where another user sends it.
    expect((await call(other, 'POST', '/price-alerts', body)).statusCode).toBe(201)
    const cancelled = await call(user, 'POST', `/price-alerts/${body.id}/cancel`)
    expect(cancelled.json()).toMatchObject({ state: 'cancelled', endedAt: new Date(floor.clock.now()).toISOString() })
    expect((await call(user, 'POST', `/price-alerts/${body.id}/cancel`)).json()).toEqual(cancelled.json())
    expect((await list(user, 'active')).items).toEqual([])
    expect((await list(user, 'triggered')).items).toEqual([])
  })

  test.each(['0', '-5', '1e3', '1.', 'abc', '1'.repeat(13), '1.1234567890123'])('%s is no price', async (price) => {
    const user = await floor.registerUser()
    expect(codeOf(await create(user, { price }))).toBe('alert_price_invalid')
  })

  test('what cannot come true any more, is there already, or is of no product, is refused', async () => {
    const user = await floor.registerUser()
    const reached = await create(user, { price: '100' })
    expect([reached.statusCode, reached.json().code, reached.json().details]).toEqual([
      409,
      'alert_reached',
      { price: '100.0' },
    ])
    expect(codeOf(await create(user, { direction: 'below', price: '100.1' }))).toBe('alert_reached')
    expect((await create(user, { direction: 'below', price: '99.9' })).statusCode).toBe(201)
    expect(codeOf(await create(user, { direction: 'below', price: '99.90' }))).toBe('alert_exists')
    expect(codeOf(await create(user, { symbol: 'NOSUCH' }))).toBe('product_unknown')
    expect(codeOf(await create(user, { direction: 'sideways' as 'above' }))).toBe('invalid_request')
    expect(codeOf(await call(user, 'GET', '/price-alerts?state=active&cursor=xx'))).toBe('invalid_request')
  })

  test('so many wait and no more, also where they are made at the same moment', async () => {
    const user = await floor.registerUser()
    const answers = await Promise.all(
      Array.from({ length: ACTIVE_ALERTS_MAX + 5 }, (_, number) => create(user, { price: String(200 + number) })),
    )
    const codes = answers.filter(({ statusCode }) => statusCode !== 201).map(codeOf)
    expect(codes).toEqual(Array(5).fill('alert_limit_reached'))
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: PriceAlertPage = await list(user, 'active', `&limit=6${cursor === '' ? '' : `&cursor=${cursor}`}`)
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(new Set(ids).size).toBe(ACTIVE_ALERTS_MAX)
    await call(user, 'POST', `/price-alerts/${ids[0]}/cancel`)
    expect((await create(user, { price: '150' })).statusCode).toBe(201)
  })
})

describe('triggering', () => {
  test('up and down, at the level and over a gap, by the first tick that gets there', async () => {
    const user = await floor.registerUser()
    const worker = newWorker()
    const [at, over, under, far] = [
      await made(user, { price: '101' }),
      await made(user, { price: '102.5' }),
      await made(user, { direction: 'below', price: '95' }),
      await made(user, { price: '999' }),
    ]
    await worker.runOnce()
    await tick('100.99')
    await tick('101.0')
    const atSequence = await lastSequence()
    await tick('105')
    await tick('107')
    await worker.runOnce()
    const byId = async () => new Map((await list(user, 'triggered')).items.map((alert) => [alert.id, alert]))
    expect((await byId()).get(at.id)).toMatchObject({
      state: 'triggered',
      tick: { sequence: atSequence, price: '101.0' },
    })
    expect((await byId()).get(over.id)?.tick).toMatchObject({ sequence: atSequence + 1, price: '105' })
    await tick('80')
    await worker.runOnce()
    expect((await byId()).get(under.id)?.tick).toEqual({
      sequence: atSequence + 3,
      at: floor.clock.now(),
      price: '80',
    })
    expect((await list(user, 'active')).items.map(({ id }) => id)).toEqual([far.id])
    expect((await messagesOf(user)).map(({ facts }) => facts)).toContainEqual({
      alertId: under.id,
      symbol: SYMBOL,
      direction: 'below',
      price: under.price,
      tickPrice: '80',
      tickSequence: String(atSequence + 3),
      tickAt: new Date(floor.clock.now()).toISOString(),
    })
    // The tick that is named is in the public log.
    const log = await floor.inject({ url: `/api/products/${SYMBOL}/ticks?after=${atSequence - 1}&limit=1` })
    expect(log.json().items[0]).toMatchObject({ sequence: atSequence, price: '101.0' })
    await worker.stop()
  })

  test('exactly once, with two processes that both hear of it', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => floor.registerUser()))
    const workers = [newWorker(), newWorker()]
    for (const user of users) await made(user, { price: '101' })
    await Promise.all(workers.map((worker) => worker.runOnce()))
    await tick('103')
    await Promise.all(workers.map((worker) => worker.runOnce()))
    await tick('99')
    await tick('104')
    await Promise.all(workers.map((worker) => worker.runOnce()))
    const sequence = (await lastSequence()) - 2
    for (const user of users) {
      expect((await list(user, 'triggered')).items.map((alert) => alert.tick?.sequence)).toEqual([sequence])
      expect(await messagesOf(user)).toHaveLength(1)
    }
    for (const worker of workers) await worker.stop()
  })

  test('a restart misses nothing: what was crossed meanwhile is found in the log, at its tick', async () => {
    const user = await floor.registerUser()
    const before = newWorker()
    const [up, down] = [await made(user, { price: '120' }), await made(user, { direction: 'below', price: '90' })]
    await before.runOnce()
    await tick('110')
    await before.runOnce()
    await before.stop()
    await silentTick('121')
    const sequence = await lastSequence()
    await silentTick('100')
    const after = newWorker()
    await after.runOnce()
    expect((await list(user, 'triggered')).items).toMatchObject([{ id: up.id, tick: { sequence, price: '121' } }])
    expect((await list(user, 'active')).items.map(({ id }) => id)).toEqual([down.id])
    const [stored] = await floor.database.query<{ sequence: bigint }>(
      'select sequence from price_alert_progress where product_id = $1',
      [floor.product.id],
    )
    await after.runOnce()
    expect(Number(stored?.sequence)).toBeGreaterThanOrEqual(sequence + 1)
    await after.stop()
  })

  test('a tick that came between an alert and its event counts, and one before it does not', async () => {
    const user = await floor.registerUser()
    const worker = newWorker()
    await worker.runOnce()
    await tick('130')
    await tick('100')
    const alert = await made(user, { price: '125' })
    await worker.runOnce()
    expect((await list(user, 'active')).items.map(({ id }) => id)).toEqual([alert.id])
    const second = await made(user, { price: '126' })
    await tick('127')
    await tick('100')
    await worker.runOnce()
    expect((await list(user, 'triggered')).items.map(({ id }) => id).sort()).toEqual([alert.id, second.id].sort())
    await worker.stop()
  })

  test('ticks that the bus left out are read from the log', async () => {
    const user = await floor.registerUser()
    const worker = newWorker()
    await made(user, { price: '140' })
    await worker.runOnce()
    await silentTick('141')
    await tick('100')
    await worker.runOnce()
    expect((await list(user, 'triggered')).items).toMatchObject([{ tick: { price: '141' } }])
    await worker.stop()
  })

  test('while it runs, it hears of alerts made anywhere, and of the ones that are cancelled', async () => {
    const user = await floor.registerUser()
    await floor.deps.userEvents.start()
    const worker = newWorker()
    worker.start()
    const heard: string[] = []
    const end = floor.deps.bus.subscribe('changed', ({ userId, topics }) => {
      if (userId === user.id) heard.push(...topics)
    })
    const alertsHeard = () => heard.filter((topic) => topic === 'alerts').length
    const [kept, dropped] = [await made(user, { price: '150' }), await made(user, { price: '151' })]
    await until('both alerts', () => alertsHeard() === 2)
    await call(user, 'POST', `/price-alerts/${dropped.id}/cancel`)
    await until('the cancellation', () => alertsHeard() === 3)
    await tick('152')
    await until('the alert that fired', async () => (await list(user, 'triggered')).items.length === 1)
    expect((await list(user, 'triggered')).items[0]?.id).toBe(kept.id)
    await until('the message', () => heard.includes('messages') && alertsHeard() === 4)
    end()
    const stopped = worker.stop()
    await floor.clock.advance(10_000)
    await stopped
    await floor.deps.userEvents.stop()
  })

  test('a process that hears no prices takes over when nobody else looks at them', async () => {
    const user = await floor.registerUser()
    const worker = newWorker()
    await made(user, { price: '155' })
    worker.start()
    const isTold = async () => (await list(user, 'triggered')).items.length === 1
    const looks = async (times: number) => {
      for (let turn = 0; turn < times; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        await floor.clock.advance(5_000)
      }
    }
    await looks(2)
    await silentTick('156')
    await looks(4)
    expect(await isTold()).toBe(true)
    const stopped = worker.stop()
    await floor.clock.advance(5_000)
    await stopped
  })

  test('a process with the alerts of another one leaves its work to it', async () => {
    const user = await floor.registerUser()
    const [works, watches] = [newWorker(), newWorker()]
    await made(user, { price: '158' })
    await works.runOnce()
    await watches.runOnce()
    await silentTick('157')
    await works.runOnce()
    const stored = () =>
      floor.database.query('select sequence from price_alert_progress where product_id = $1', [floor.product.id])
    const before = await stored()
    await watches.runOnce()
    expect(await stored()).toEqual(before)
    await tick('159')
    await Promise.all([works.runOnce(), watches.runOnce()])
    expect(await messagesOf(user)).toHaveLength(1)
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
    await made(user, { price: '160' })
    await worker.runOnce()
    await tick('161')
    await tick('100')
    await expect(worker.runOnce()).rejects.toThrow('the disk is full')
    expect((await list(user, 'triggered')).items).toEqual([])
    broken = false
    await worker.runOnce()
    expect((await list(user, 'triggered')).items).toMatchObject([{ tick: { price: '161' } }])
    expect(await messagesOf(user)).toHaveLength(1)
    await worker.stop()
  })

  test('a product whose market is closed takes an alert, for the first price when it opens', async () => {
    const user = await floor.registerUser()
    const worker = newWorker()
    await floor.database.query('update product set maintenance = true where symbol = $1', [SYMBOL])
    await floor.deps.market.refreshProducts()
    expect(
      floor.deps.market.tradingState(present(floor.deps.market.productBySymbol(SYMBOL), 'it is there'), 0).status,
    ).toBe('maintenance')
    const alert = await made(user, { direction: 'below', price: '97' })
    expect(alert.state).toBe('active')
    await worker.runOnce()
    await floor.clock.advance(3 * 3_600_000)
    await floor.database.query('update product set maintenance = false where symbol = $1', [SYMBOL])
    await floor.deps.market.refreshProducts()
    await tick('90')
    await worker.runOnce()
    expect((await list(user, 'triggered')).items).toMatchObject([{ id: alert.id, tick: { price: '90' } }])
    // The end of a race: who cancels now is told that it was triggered.
    expect((await call(user, 'POST', `/price-alerts/${alert.id}/cancel`)).json().state).toBe('triggered')
    await worker.stop()
  })

  test('a product without any price yet takes an alert; its first tick decides', async () => {
    const user = await floor.registerUser()
    const worker = newWorker()
    const silver = present(floor.deps.market.productBySymbol('ETHUSDT'), 'the demo products have ether')
    await made(user, { symbol: silver.symbol, direction: 'above', price: '5' })
    await worker.runOnce()
    const atMs = floor.clock.now()
    await appendTicks(floor.database, [silver.id], atMs - 1, 'test', [
      { productId: silver.id, atMs, price: '6', size: '1', sourceAtMs: atMs },
    ])
    await worker.runOnce()
    expect((await list(user, 'triggered')).items).toMatchObject([{ tick: { sequence: 1, price: '6' } }])
    await worker.stop()
  })

  test('who does not want to hear of alerts gets no message, and still sees which were triggered', async () => {
    const user = await floor.registerUser()
    const worker = newWorker()
    await floor.inject({
      method: 'PUT',
      url: '/api/message-preferences',
      headers: user.headers,
      payload: { muted: ['alerts'] },
    })
    await made(user, { price: '170' })
    await worker.runOnce()
    await tick('171')
    await worker.runOnce()
    expect(await messagesOf(user)).toEqual([])
    expect((await list(user, 'triggered')).items).toHaveLength(1)
    await worker.stop()
  })
})

test('alerts are in the export, go with the user, and old ones are swept', async () => {
  const [user, stays] = [await floor.registerUser(), await floor.registerUser()]
  const [alert, over] = [await made(user), await made(stays, { price: '180' })]
  await call(stays, 'POST', `/price-alerts/${over.id}/cancel`)
  await made(stays, { price: '181' })
  const exported = await call(user, 'POST', '/me/export', { loginPassword: LOGIN_PASSWORD })
  expect(exported.json().sections.priceAlerts).toEqual({ rows: [alert], truncated: false })
  expect((await call(user, 'POST', '/me/deletion', { loginPassword: LOGIN_PASSWORD })).statusCode).toBe(204)
  const rows = () => floor.database.query('select id from price_alert where user_id = any ($1)', [[user.id, stays.id]])
  expect(await rows()).toHaveLength(2)
  await floor.deps.alerts.sweep()
  expect(await rows()).toHaveLength(2)
  await floor.clock.advance(181 * DAY_MS)
  await floor.deps.alerts.sweep()
  expect(await rows()).toHaveLength(1)
})
