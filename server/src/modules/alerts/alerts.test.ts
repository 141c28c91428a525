import type { PriceAlert } from '../../../../contract/alerts'
import { codeOf } from '../../../../test/support/answers'
import { type AlertCalls, alertCalls } from '../../../test/alertCalls'
import { LOGIN_PASSWORD } from '../../../test/app'
import { floor, withFloor } from '../../../test/floorOfFile'
import { allPages } from '../../../test/lists'
import { SYMBOL } from '../../../test/tradingFloor'
import { DAY_MS } from '../../shared/time'
import { ACTIVE_ALERTS_MAX } from './service'

withFloor()
let alerts: AlertCalls
beforeAll(async () => {
  alerts = alertCalls(floor)
})
beforeEach(() => alerts.tick('100.0'))

describe('making and cancelling', () => {
  test('an alert is made once, with the decimals of its product, and another user sees nothing of it', async () => {
    const [user, other] = [await floor.registerUser(), await floor.registerUser()]
    const body = alerts.bodyOf({ price: '0110.5' })
    const first = await alerts.call(user, 'POST', '/price-alerts', body)
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
    const again = await alerts.call(user, 'POST', '/price-alerts', { ...body, price: '110.50' })
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(codeOf(await alerts.call(user, 'POST', '/price-alerts', { ...body, price: '111' }))).toBe(
      'request_id_conflict',
    )
    expect((await alerts.list(user, 'active')).items).toEqual([first.json()])
    expect((await alerts.list(other, 'active')).items).toEqual([])
    expect(codeOf(await alerts.call(other, 'POST', `/price-alerts/${body.id}/cancel`))).toBe('not_found')
    // The same id sent by another user is another alert.
    expect((await alerts.call(other, 'POST', '/price-alerts', body)).statusCode).toBe(201)
    const cancelled = await alerts.call(user, 'POST', `/price-alerts/${body.id}/cancel`)
    expect(cancelled.json()).toMatchObject({ state: 'cancelled', endedAt: new Date(floor.clock.now()).toISOString() })
    expect((await alerts.call(user, 'POST', `/price-alerts/${body.id}/cancel`)).json()).toEqual(cancelled.json())
    expect((await alerts.list(user, 'active')).items).toEqual([])
    expect((await alerts.list(user, 'triggered')).items).toEqual([])
  })

  test('what is no price is refused', async () => {
    const user = await floor.registerUser()
    for (const price of ['0', '-5', '1e3', '1.', 'abc', '1'.repeat(13), '1.1234567890123'])
      expect([price, codeOf(await alerts.create(user, { price }))]).toEqual([price, 'alert_price_invalid'])
  })

  test('what cannot come true any more, is there already, or is of no product, is refused', async () => {
    const user = await floor.registerUser()
    const reached = await alerts.create(user, { price: '100' })
    expect([reached.statusCode, reached.json().code, reached.json().details]).toEqual([
      409,
      'alert_reached',
      { price: '100.0' },
    ])
    expect(codeOf(await alerts.create(user, { direction: 'below', price: '100.1' }))).toBe('alert_reached')
    expect((await alerts.create(user, { direction: 'below', price: '99.9' })).statusCode).toBe(201)
    expect(codeOf(await alerts.create(user, { direction: 'below', price: '99.90' }))).toBe('alert_exists')
    expect(codeOf(await alerts.create(user, { symbol: 'NOSUCH' }))).toBe('product_unknown')
    expect(codeOf(await alerts.create(user, { direction: 'sideways' as 'above' }))).toBe('invalid_request')
    expect(codeOf(await alerts.call(user, 'GET', '/price-alerts?state=active&cursor=xx'))).toBe('invalid_request')
  })

  test('so many wait and no more, also where they are made at the same moment', async () => {
    const user = await floor.registerUser()
    const answers = await Promise.all(
      Array.from({ length: ACTIVE_ALERTS_MAX + 5 }, (_, number) =>
        alerts.create(user, { price: String(200 + number) }),
      ),
    )
    const codes = answers.filter(({ statusCode }) => statusCode !== 201).map(codeOf)
    expect(codes).toEqual(Array(5).fill('alert_limit_reached'))
    const waiting = await allPages<PriceAlert>(floor, user, '/price-alerts?state=active&limit=6')
    expect(new Set(waiting.map(({ id }) => id)).size).toBe(ACTIVE_ALERTS_MAX)
    await alerts.call(user, 'POST', `/price-alerts/${waiting[0]?.id}/cancel`)
    expect((await alerts.create(user, { price: '150' })).statusCode).toBe(201)
  })
})

test('alerts are in the export, go with the user, and old ones are swept', async () => {
  const [user, stays] = [await floor.registerUser(), await floor.registerUser()]
  const [alert, over] = [await alerts.made(user), await alerts.made(stays, { price: '180' })]
  await alerts.call(stays, 'POST', `/price-alerts/${over.id}/cancel`)
  await alerts.made(stays, { price: '181' })
  const exported = await alerts.call(user, 'POST', '/me/export', { loginPassword: LOGIN_PASSWORD })
  expect(exported.json().sections.priceAlerts).toEqual({ rows: [alert], truncated: false })
  expect((await alerts.call(user, 'POST', '/me/deletion', { loginPassword: LOGIN_PASSWORD })).statusCode).toBe(204)
  const rows = () => floor.database.query('select id from price_alert where user_id = any ($1)', [[user.id, stays.id]])
  expect(await rows()).toHaveLength(2)
  await floor.deps.alerts.sweep()
  expect(await rows()).toHaveLength(2)
  await floor.clock.advance(181 * DAY_MS)
  await floor.deps.alerts.sweep()
  expect(await rows()).toHaveLength(1)
})
