import { createTradingFloor, type TradingFloor } from '../../../test/tradingFloor'

let floor: TradingFloor

beforeEach(async () => {
  floor = await createTradingFloor()
})
afterEach(() => floor.close())

const figure = (name: string) => floor.figure(name)

test('sums and counts of the business are those of the books', async () => {
  const users = [await floor.registerUser(), await floor.registerUser()]
  const [user] = users
  if (!user) throw new Error('nobody')
  await floor.win(user, floor.body())
  await floor.deps.businessMetrics.read()
  await floor.deps.businessMetrics.readWholeTables()
  expect(await figure('fairtick_users_registered')).toBe(users.length)
  expect(await figure('fairtick_users_active')).toBe(users.length)
  expect(await figure('fairtick_house_balance{account="trading"}')).toBe(-75)
  expect(await figure('fairtick_savings_balance')).toBe(0)
  for (const queue of ['deposits', 'withdrawals', 'verifications']) {
    expect(await figure(`fairtick_waiting{queue="${queue}"}`)).toBe(0)
    expect(await figure(`fairtick_waiting_overdue_seconds{queue="${queue}"}`)).toBe(0)
  }
  for (const [flow, state] of ['deposits waiting', 'deposits credited', 'withdrawals waiting', 'withdrawals paid'].map(
    (each) => each.split(' '),
  )) {
    expect(await figure(`fairtick_moved{flow="${flow}",state="${state}"}`)).toBe(0)
  }
  const labels = `{product="${floor.product.id}",side="up"}`
  expect(await figure(`fairtick_orders_entered_total${labels}`)).toBe(1)
  expect(await figure(`fairtick_stakes_total${labels}`)).toBe(100)
  expect(await figure(`fairtick_orders_settled_total${labels}`)).toBe(1)
  expect(await figure(`fairtick_house_losses_total${labels}`)).toBe(75)
  expect(await figure(`fairtick_house_gains_total${labels}`)).toBe(0)
  // The next look counts on from the last user.
  await floor.registerUser()
  await floor.deps.businessMetrics.read()
  expect(await figure('fairtick_users_registered')).toBe(3)
})

test('a verification that waits is in its queue, and one that was decided in the median', async () => {
  const users = [await floor.registerUser(), await floor.registerUser()]
  for (const [index, { id }] of users.entries()) {
    await floor.database.query(
      `insert into verification (user_id, attempt, status, nationality, sealed_name, sealed_id_number, front_photo_id, back_photo_id,
         submitted_at, decided_at)
       values ($1, 1, $2, 'CN', '', '', gen_random_uuid(), gen_random_uuid(), $4::timestamptz - interval '25 hours',
         $4::timestamptz - $3 * interval '1 hour')`,
      [id, index === 0 ? 'submitted' : 'rejected', index === 0 ? null : 23, new Date(floor.clock.now())],
    )
  }
  await floor.deps.businessMetrics.read()
  await floor.deps.businessMetrics.readWholeTables()
  expect(await figure('fairtick_waiting{queue="verifications"}')).toBe(1)
  expect(await figure('fairtick_waiting_oldest_seconds{queue="verifications"}')).toBeCloseTo(25 * 3600, -2)
  expect(await figure('fairtick_waiting_overdue_seconds{queue="verifications"}')).toBeCloseTo(3600, -2)
  expect(await figure('fairtick_verifications_decided')).toBe(1)
  expect(await figure('fairtick_verification_decision_seconds')).toBeCloseTo(2 * 3600, -2)
})

test('the newest time stamp of the log of heads has an age, where an authority is set', async () => {
  expect(await figure('fairtick_time_stamp_age_seconds')).toBeUndefined()
  await floor.close()
  floor = await createTradingFloor({ config: { timeStampUrl: 'http://127.0.0.1:9' } })
  await floor.deps.businessMetrics.read()
  expect(await figure('fairtick_time_stamp_age_seconds')).toBe(floor.clock.now() / 1_000)
  await floor.database.query("insert into time_stamp (head_number, made_at, reply) values (1, $1, 'a reply')", [
    new Date(floor.clock.now() - 1_000_000),
  ])
  await floor.deps.businessMetrics.read()
  expect(await figure('fairtick_time_stamp_age_seconds')).toBe(1_000)
})

test('a scrape asks the database for nothing, and a node that does not read any more says nothing', async () => {
  await floor.registerUser()
  await floor.deps.businessMetrics.read()
  expect(await figure('fairtick_users_registered')).toBe(1)
  await floor.clock.advance(46_000)
  expect(await figure('fairtick_users_registered')).toBeNaN()
  expect(await figure('fairtick_waiting{queue="deposits"}')).toBeUndefined()
})
