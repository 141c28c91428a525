import { codeOf } from '../../../../test/support/answers'
import type { TestUser } from '../../../test/app'
import { floor, withFloor } from '../../../test/floorOfFile'
import { repeatRace } from '../../../test/races'
import { MINUTE_MS } from '../../shared/time'

withFloor({ config: { orderLimits: { perMinute: 3, openStakes: 10_000n } } })
beforeEach(async () => {
  await floor.clock.advance(MINUTE_MS)
  await floor.tick('100')
})

const place = (user: TestUser, stake: string) => floor.place(user, floor.body({ stake }))

test('an account places so many orders a minute, on every account the same, and then again', async () => {
  const [user, other] = [await floor.registerUser(), await floor.registerUser()]
  for (let order = 0; order < 3; order++) expect((await place(user, '10.00')).statusCode).toBe(201)
  const refused = await place(user, '10.00')
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ code: 'orders_too_fast', details: { retryAfterSeconds: 60, limit: '3' } })
  expect((await place(other, '10.00')).statusCode).toBe(201)
  await floor.clock.advance(MINUTE_MS)
  await floor.tick('100')
  expect((await place(user, '10.00')).statusCode).toBe(201)
})

test('an order of the minute counts, too, when it is closed', async () => {
  const user = await floor.registerUser()
  const closed = floor.body({ stake: '1.00', durationSeconds: 30 })
  await floor.win(user, closed)
  expect((await floor.orderOf(user, closed.id)).status).toBe('won')
  for (let order = 0; order < 2; order++) expect((await place(user, '1.00')).statusCode).toBe(201)
  expect(codeOf(await place(user, '1.00'))).toBe('orders_too_fast')
})

test('the stakes in open orders have a limit', async () => {
  const user = await floor.registerUser()
  expect((await place(user, '60.00')).statusCode).toBe(201)
  const refused = await place(user, '40.01')
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'open_stakes_reached', details: { limit: '100.00' } },
  ])
  expect((await place(user, '40.00')).statusCode).toBe(201)
})

test('orders at once never pass a limit together', async () => {
  await repeatRace(
    () => floor.registerUser(),
    async (racer) => {
      const answers = await Promise.all([place(racer, '60.00'), place(racer, '60.00')])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
      expect(answers.map(codeOf)).toContain('open_stakes_reached')
    },
    async () => {
      await floor.settleAll()
      await floor.clock.advance(MINUTE_MS)
      await floor.tick('100')
    },
  )
  const fast = await floor.registerUser()
  const many = await Promise.all(Array.from({ length: 12 }, () => place(fast, '1.00')))
  expect(many.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
})
