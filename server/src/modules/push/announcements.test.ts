import type { PushService } from '../../../../test/support/pushService'
import { createTestApp, type TestApp, type TestUser } from '../../../test/app'
import { pushCalls, startPushes } from '../../../test/push'
import { systemClock } from '../../shared/clock'
import { DAY_MS } from '../../shared/time'
import { spreadAnnouncement } from './queueRepository'

let server: TestApp
let service: PushService
let calls: ReturnType<typeof pushCalls>
beforeAll(async () => {
  const pushes = await startPushes()
  service = pushes.service
  server = await createTestApp({ clock: systemClock, config: { push: pushes.settings } })
  calls = pushCalls(server, service)
})
afterAll(async () => {
  await server.close()
  await service.stop()
})

const announce = (userId: bigint | null, title: string) =>
  server.database.withTransaction((tx) =>
    server.deps.messages.announce(tx, userId, {
      'en-US': { title, body: 'x'.repeat(500) },
      'zh-CN': { title: '公告', body: '文' },
    }),
  )
const takeBreak = (user: TestUser) =>
  server.call(user, 'POST', '/account-break', {
    kind: 'break',
    until: new Date(systemClock.now() + 7 * DAY_MS).toISOString(),
  })

test('to everybody: each in the own language, and nobody who is on a break or has it off', async () => {
  const [english, taiwanese, paused, off] = await Promise.all(Array.from({ length: 4 }, () => server.registerUser()))
  if (!english || !taiwanese || !paused || !off) throw new Error('four users were registered')
  const browsers = [
    await calls.subscribed(english),
    await calls.subscribed(taiwanese, 'zh-TW'),
    await calls.subscribed(paused),
    await calls.subscribed(off),
  ]
  expect((await takeBreak(paused)).statusCode).toBe(200)
  await calls.call(off, 'PUT', '/push/preferences', { off: ['announcements'] })
  await announce(null, 'To everybody')
  await calls.deliver()
  const titles = browsers.map((browser) => service.to(browser).map(({ payload }) => payload.title))
  expect(titles).toEqual([['To everybody'], ['公告'], [], []])
  const [first] = service.arrived
  expect([first?.payload.body.length, first?.payload.path]).toEqual([300, '/pages/message/message'])
  expect(await calls.waiting()).toBe(0)
  // A message about the user's own account is no marketing.
  await calls.tell(paused, 'A')
  await announce(paused.id, 'To one')
  await calls.deliver()
  const told = browsers[2] ? service.to(browsers[2]).map(({ payload }) => payload.title) : []
  expect(told.sort()).toEqual(['Deposit successful', 'To one'])
})

test('thousands of subscriptions are reached by and by, each once', async () => {
  await server.database.query('delete from push_subscription')
  const user = await server.registerUser()
  await server.database.query(
    `insert into session (id, token_hash, user_id, device, created_at, last_seen_at, expires_at)
       select gen_random_uuid(), sha256(nth::text::bytea), $1, 'test', now(), now(), now() + interval '1 day'
         from generate_series(1, 2500) nth`,
    [user.id],
  )
  await server.database.query(
    `insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, locale, created_at)
       select $1, id, 'https://fcm.googleapis.com/' || id, decode(repeat('04', 65), 'hex'), decode(repeat('01', 16), 'hex'), 'en-US', now()
         from session where device = 'test'`,
    [user.id],
  )
  await announce(null, 'Far')
  const spread = () => server.database.withTransaction((tx) => spreadAnnouncement(tx, 1_000))
  const passed = [await spread(), await spread(), await spread(), await spread()]
  expect(passed).toEqual([1_000, 1_000, 500, undefined])
  const row = await server.database.first<{ all: bigint; each: bigint }>(
    'select count(*) as all, count(distinct subscription_id) as each from push_delivery',
  )
  expect(row).toEqual({ all: 2_500n, each: 2_500n })
  await server.database.query('delete from push_delivery')
  await server.database.query('delete from push_subscription')
})
