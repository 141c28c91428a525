import { type AddressInfo, createServer } from 'node:net'
import { type PushService, readVapid } from '../../../../test/support/pushService'
import { createTestApp, type TestApp, type TestUser } from '../../../test/app'
import { pushCalls, pushSettings, startPushes, VAPID_KEY } from '../../../test/push'
import { systemClock } from '../../shared/clock'
import { pushPersonalData } from './personalData'

/** Accepts connections and never answers on them. */
async function startDeadService() {
  let asked = 0
  const listener = createServer((socket) => {
    asked += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, asked: () => asked, stop: () => listener.close() }
}

let server: TestApp
let service: PushService
let dead: Awaited<ReturnType<typeof startDeadService>>
let calls: ReturnType<typeof pushCalls>
beforeAll(async () => {
  service = (await startPushes()).service
  dead = await startDeadService()
  const push = pushSettings(`${service.origin},${dead.origin}`)
  server = await createTestApp({ clock: systemClock, config: { push } })
  calls = pushCalls(server, service)
})
afterAll(async () => {
  await server.close()
  await service.stop()
  dead.stop()
})
afterEach(async () => {
  service.answer(() => ({ status: 201 }))
  await server.database.query('delete from push_delivery')
})

const again = (user: TestUser) => server.logInAgain(user, { deviceToken: user.deviceToken })

test('the key that the app subscribes with is told, and is the one that signs', async () => {
  const { publicKey } = pushSettings('push.example.com')
  const info = await server.inject({ url: '/api/app-info' })
  expect(info.json().pushKey).toBe(publicKey)
  expect(VAPID_KEY).not.toBe(publicKey)
})

test('a message arrives encrypted for the browser alone, signed, in its language, and without the amount', async () => {
  const user = await server.registerUser()
  const [english, german] = [await calls.subscribed(user), await calls.subscribed(await again(user), 'de-DE')]
  await calls.tell(user, 'A')
  await calls.deliver()
  const [inEnglish] = service.to(english)
  expect(inEnglish?.payload).toEqual({
    title: 'Deposit successful',
    body: 'Reference: FD-0000000001',
    path: '/pages/withdraw-list/withdraw-open',
    lang: 'en-US',
  })
  expect(service.to(german).map(({ payload }) => payload.title)).toEqual(['Einzahlung erfolgreich'])
  expect(JSON.stringify(service.arrived)).not.toMatch(/5[.,]?432/)
  const { key, claims } = readVapid(inEnglish?.headers.authorization)
  expect(key).toBe(server.deps.config.push?.publicKey)
  expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:push@fairtick.example' })
  expect(inEnglish?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' })
  expect(Number(inEnglish?.headers.ttl)).toBeGreaterThan(86_000)
  // Every message has the same size: 86 bytes of header, padded text, the end of the record, the tag.
  expect((inEnglish?.bytes ?? 0) - 86 - 1 - 16).toBe(512)
  expect(await calls.waiting()).toBe(0)
})

test('a category that is off is not pushed, a muted group neither, and the message stays', async () => {
  const user = await server.registerUser()
  const browser = await calls.subscribed(user)
  const off = await calls.call(user, 'PUT', '/push/preferences', { off: ['money', 'money', 'results'] })
  expect(off.json()).toEqual({ subscribed: true, off: ['results', 'money'] })
  await calls.tell(user, 'A')
  await calls.tell(user, 'B', 'security')
  await calls.call(user, 'PUT', '/push/preferences', { off: [] })
  await calls.call(user, 'PUT', '/message-preferences', { muted: ['deposits'] })
  await calls.tell(user, 'C')
  await calls.deliver()
  expect(service.to(browser).map(({ payload }) => payload.title)).toEqual(['Two-factor authentication turned on'])
  const { unread } = (await calls.call(user, 'GET', '/messages/unread')).json()
  expect(unread).toBe(1)
})

test('many at once are one push that says how many', async () => {
  const user = await server.registerUser()
  const browser = await calls.subscribed(user)
  await server.database.withTransaction((tx) =>
    server.deps.messages.sendAll(
      tx,
      Array.from({ length: 40 }, (_, n) => ({
        userId: user.id,
        kind: 'deposit_successful' as const,
        reference: `many ${n}`,
        facts: { amount: '1.00', reference: 'FD-0000000001' },
      })),
    ),
  )
  await calls.tell(user, 'one more')
  await calls.tell(user, 'of another category', 'security')
  await calls.deliver()
  const titles = service.to(browser).map(({ payload }) => payload.title)
  expect(titles.sort()).toEqual(['41 updates about your money', 'Two-factor authentication turned on'])
})

test('a browser that is gone is forgotten, by 404 and by 410', async () => {
  const user = await server.registerUser()
  for (const status of [404, 410]) {
    await calls.subscribed(user)
    service.answer(() => ({ status }))
    await calls.tell(user, `gone ${status}`)
    await calls.deliver()
    expect(await calls.state(user)).toEqual({ subscribed: false, off: [] })
    expect(await calls.waiting()).toBe(0)
  }
})

test('a service that is down is tried again, later each time and five times at most; one that refuses is not', async () => {
  const user = await server.registerUser()
  const browser = await calls.subscribed(user)
  let asked = 0
  service.answer(() => ({ status: ++asked < 3 ? 503 : 201 }))
  await calls.tell(user, 'down for a while')
  const time = async () => (await server.database.first<{ at: string }>('select clock_timestamp()::text as at'))?.at
  for (const seconds of [15, 60]) {
    await calls.hurry()
    const before = await time()
    await server.deps.push.runOnce()
    const rows = await server.database.query(
      'select due_at - make_interval(secs => $1) between $2 and $3 as waits from push_delivery',
      [seconds, before, await time()],
    )
    expect([seconds, rows]).toEqual([seconds, [{ waits: true }]])
    // Nothing falls due in the meantime.
    expect(await server.deps.push.runOnce()).toBe(0)
  }
  await calls.deliver()
  expect(service.to(browser)).toHaveLength(1)
  for (const [status, times] of [
    [500, 5],
    [429, 5],
    [403, 1],
    [301, 1],
  ] as const) {
    asked = 0
    service.answer(() => {
      asked += 1
      return { status, headers: { location: service.origin } }
    })
    await calls.tell(user, `always ${status}`)
    await calls.deliver()
    expect([status, asked, await calls.waiting()]).toEqual([status, times, 0])
  }
  expect((await calls.state(user)).subscribed).toBe(true)
  const metrics = (await server.inject({ url: '/api/metrics' })).body
  expect(metrics).toMatch(/fairtick_push_total\{outcome="given_up"\} 2\n/)
  expect(metrics).toMatch(/fairtick_push_total\{outcome="refused"\} 2\n/)
})

test('a month with a dead push service: it is hardly asked, holds nobody up, leaves no rows, and is forgotten', async () => {
  const [user, unlucky] = [await server.registerUser(), await server.registerUser()]
  const browser = await calls.subscribed(user)
  const endpoint = `${dead.origin}/push/unlucky`
  await calls.call(unlucky, 'PUT', '/push/subscription', { ...service.newBrowser(), endpoint, locale: 'en-US' })
  const before = dead.asked()
  for (let day = 1; day <= 30; day++) {
    for (const each of [unlucky, user]) await calls.tell(each, `day ${day}`)
    await calls.deliver()
    expect(await calls.waiting()).toBe(0)
  }
  expect(service.to(browser)).toHaveLength(30)
  expect(dead.asked() - before).toBeLessThan(10)
  expect((await calls.state(unlucky)).subscribed).toBe(true)
  await server.database.query(`update push_subscription set created_at = created_at - interval '31 days'`)
  await server.deps.push.sweep()
  expect([(await calls.state(unlucky)).subscribed, (await calls.state(user)).subscribed]).toEqual([false, true])
})

test('what is too old is not pushed', async () => {
  const user = await server.registerUser()
  const browser = await calls.subscribed(user)
  await calls.tell(user, 'old')
  await server.database.query(`update push_delivery set expires_at = clock_timestamp() - interval '1 second'`)
  await calls.deliver()
  expect([service.to(browser).length, await calls.waiting()]).toEqual([0, 0])
})

test.each([
  ['a logout', (user: TestUser) => server.call(user, 'DELETE', '/sessions/current')],
  [
    'the end of all sessions',
    (user: TestUser) => server.database.withTransaction((tx) => server.deps.auth.endSessions(tx, user.id)),
  ],
  [
    'a session that nobody used for a week',
    (user: TestUser) =>
      server.database.query(`update session set last_seen_at = now() - interval '8 days' where user_id = $1`, [
        user.id,
      ]),
  ],
])('%s ends what is pushed, and what was on its way', async (_, end) => {
  const user = await server.registerUser()
  const browser = await calls.subscribed(user)
  await calls.tell(user, 'on its way')
  await end(user)
  await calls.tell(user, 'after it')
  await calls.deliver()
  expect([service.to(browser).length, await calls.waiting()]).toEqual([0, 0])
})

test('a browser belongs to who is logged in on it last, and gets nothing more of the one before', async () => {
  const [before, after] = [await server.registerUser(), await server.registerUser()]
  const browser = await calls.subscribed(before)
  await calls.tell(before, 'on its way')
  await calls.subscribe(after, browser)
  await calls.tell(before, 'later', 'security')
  await calls.tell(after, 'own', 'security')
  await calls.deliver()
  expect(service.to(browser)).toHaveLength(1)
  expect([(await calls.state(before)).subscribed, (await calls.state(after)).subscribed]).toEqual([false, true])
})

test('a session has one browser, a user ten: the first ones make room', async () => {
  const user = await server.registerUser()
  const [first, second] = [await calls.subscribed(user), await calls.subscribed(user)]
  await calls.tell(user, 'A')
  await calls.deliver()
  expect([service.to(first).length, service.to(second).length]).toEqual([0, 1])
  for (let n = 0; n < 10; n++) await calls.subscribed(await again(user))
  expect((await calls.state(user)).subscribed).toBe(false)
  const rows = await server.database.query('select 1 from push_subscription where user_id = $1', [user.id])
  expect(rows).toHaveLength(10)
  expect((await calls.call(user, 'DELETE', '/push/subscription')).statusCode).toBe(204)
})

test('what is no address or no key of a browser is refused', async () => {
  const user = await server.registerUser()
  const browser = service.newBrowser()
  const codeOf = async (changes: object) => (await calls.subscribe(user, { ...browser, ...changes })).json().code
  for (const endpoint of ['http://127.0.0.1:1/x', 'https://10.0.0.1/x', 'https://evil.example/push', 'https://[::1]/x'])
    expect(await codeOf({ endpoint })).toBe('push_refused')
  expect(await codeOf({ endpoint: 'ftp://fcm.googleapis.com/x' })).toBe('invalid_request')
  // The right length, but not a point on the curve.
  expect(await codeOf({ p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe('invalid_request')
  expect((await calls.state(user)).subscribed).toBe(false)
})

test('an export names the push services and no address or key, and a deletion leaves nothing', async () => {
  const user = await server.registerUser()
  const browser = await calls.subscribed(user)
  await calls.call(user, 'PUT', '/push/preferences', { off: ['alerts'] })
  await calls.tell(user, 'A')
  const data = pushPersonalData({ database: server.database })
  const exported = await data.read(user.id)
  expect(exported).toMatchObject({
    off: ['alerts'],
    subscriptions: [{ service: new URL(service.origin).host, locale: 'en-US' }],
  })
  expect(JSON.stringify(exported)).not.toContain(browser.endpoint)
  expect(JSON.stringify(exported)).not.toContain(browser.auth)
  await server.database.withTransaction(async (tx) => data.erase?.(tx, user.id, new Date(systemClock.now())))
  expect(await data.read(user.id)).toEqual({ off: [], subscriptions: [] })
  expect(await calls.waiting()).toBe(0)
})
