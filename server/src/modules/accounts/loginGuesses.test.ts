import { codeOf } from '../../../../test/support/answers'
import { LOGIN_PASSWORD, type TestUser } from '../../../test/app'
import { untilOneWaits } from '../../../test/locks'
import { server, withServer } from '../../../test/serverOfFile'
import { networkOf } from '../../shared/networks'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time'
import { beginLogin, endLogin, type Lane, LOGIN_RULE } from './loginLanes'

withServer()

const OWNER = '198.51.100.7'
const ATTACKER = '203.0.113.66'

interface From {
  address?: string
  deviceToken?: string | undefined
  device?: string
  code?: string
}

const login = (account: string, password: string, { address = OWNER, deviceToken, device, code }: From = {}) =>
  server.inject({
    method: 'POST',
    url: '/api/sessions',
    remoteAddress: address,
    headers: device === undefined ? {} : { 'user-agent': device },
    payload: {
      account,
      password,
      ...(deviceToken === undefined ? {} : { deviceToken }),
      ...(code === undefined ? {} : { secondFactorCode: code }),
    },
  })
const guess = (account: string, address = ATTACKER) => login(account, 'a wrong guess', { address })
/** A wrong guess without hashing its password: answers whether the password would have been compared. */
const isLookedAt = async (account: string, address: string) => {
  const lane = { account, name: `network ${networkOf(address)}`, isStranger: true }
  return (await beginLogin(server.database, lane, server.clock.now())).waitMs === 0
}
/** An address in its own network. */
const networkAddress = (number: number) => `10.${Math.floor(number / 250)}.${number % 250}.9`
const eventsOf = (user: TestUser) =>
  server.database.query<{ facts: Record<string, string> }>(
    `select facts from message where user_id = $1 and kind = 'security' order by id`,
    [user.id],
  )

test('one guess a minute for ever from elsewhere: the owner always gets in, at once', async () => {
  const user = await server.registerUser()
  const looked: string[] = []
  for (let minute = 0; minute < 240; minute++) {
    await server.clock.advance(MINUTE_MS)
    looked.push(codeOf(await guess(user.account)) ?? '')
    if (minute % 20 === 0) expect((await login(user.account, LOGIN_PASSWORD)).statusCode).toBe(201)
  }
  // 10 free ones, those while the wait doubles, and then one every 15 minutes.
  expect(looked.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(10 + 8 + 4 * 4)
})

test('a known device gets in from the network of whoever guesses, however often they do', async () => {
  const user = await server.registerUser()
  const { deviceToken } = (await login(user.account, LOGIN_PASSWORD)).json<{ deviceToken: string }>()
  for (let round = 0; round < 30; round++) {
    await Promise.all(Array.from({ length: 5 }, () => guess(user.account)))
    await server.clock.advance(10_000)
  }
  expect(codeOf(await login(user.account, LOGIN_PASSWORD, { address: ATTACKER }))).toBe('rate_limited')
  const known = await login(user.account, LOGIN_PASSWORD, { address: ATTACKER, deviceToken })
  expect([known.statusCode, known.json().deviceToken]).toEqual([201, null])
})

test('a device of another account is a stranger here, and a made-up token is none', async () => {
  const [one, other] = [await server.registerUser(), await server.registerUser()]
  const { deviceToken } = (await login(other.account, LOGIN_PASSWORD)).json<{ deviceToken: string }>()
  for (let tries = 0; tries < 10; tries++) await guess(one.account)
  for (const token of [deviceToken, 'a'.repeat(43)]) {
    const answer = await login(one.account, 'a wrong guess', { address: ATTACKER, deviceToken: token })
    expect(codeOf(answer)).toBe('rate_limited')
  }
})

test('a known device has guesses of its own, and they are limited', async () => {
  const user = await server.registerUser()
  const { deviceToken } = (await login(user.account, LOGIN_PASSWORD)).json<{ deviceToken: string }>()
  const wrong = () => login(user.account, 'a wrong guess', { deviceToken })
  const answers = await Promise.all(Array.from({ length: 40 }, wrong))
  expect(answers.filter((answer) => codeOf(answer) === 'wrong_credentials')).toHaveLength(LOGIN_RULE.free)
  expect(codeOf(await login(user.account, LOGIN_PASSWORD, { deviceToken }))).toBe('rate_limited')
  await server.clock.advance(1_000)
  expect((await login(user.account, LOGIN_PASSWORD, { deviceToken })).statusCode).toBe(201)
})

test('guesses from many networks share a budget; who is known is not in it, a stranger waits 15 minutes at most', async () => {
  const user = await server.registerUser()
  const { deviceToken } = (await login(user.account, LOGIN_PASSWORD)).json<{ deviceToken: string }>()
  const networks = 150
  let looked = 0
  for (let minute = 0; minute < 120; minute += 5) {
    for (let number = 0; number < networks; number++) {
      if (await isLookedAt(user.account, networkAddress(number))) looked++
    }
    // At home, and on the way with a known device: at once.
    expect((await login(user.account, LOGIN_PASSWORD)).statusCode).toBe(201)
    expect((await login(user.account, LOGIN_PASSWORD, { address: networkAddress(7), deviceToken })).statusCode).toBe(
      201,
    )
    if (minute === 60) {
      const abroad = { address: '192.0.2.200' }
      const told = await login(user.account, LOGIN_PASSWORD, abroad)
      expect(codeOf(told)).toBe('rate_limited')
      const { retryAfterSeconds } = told.json<{ details: { retryAfterSeconds: number } }>().details
      expect(retryAfterSeconds).toBeLessThanOrEqual(15 * 60)
      await server.clock.advance(retryAfterSeconds * 1_000)
      expect((await login(user.account, LOGIN_PASSWORD, abroad)).statusCode).toBe(201)
    }
    await server.clock.advance(5 * MINUTE_MS)
  }
  // SECURITY.md: 100 an hour, and four an hour from each network.
  expect(looked).toBeLessThanOrEqual(3 * LOGIN_RULE.budget + networks * 4 * 2.25)
})

test('strangers at once use up the budget and no more, and the user is told once', async () => {
  const user = await server.registerUser()
  const strangers = Array.from({ length: 130 }, (_, number) => networkAddress(number))
  for (const address of strangers.slice(0, 90)) await isLookedAt(user.account, address)
  const answers = await Promise.all(strangers.slice(90).map((address) => guess(user.account, address)))
  expect(answers.filter((answer) => codeOf(answer) === 'wrong_credentials')).toHaveLength(LOGIN_RULE.budget - 90)
  expect((await eventsOf(user)).map(({ facts }) => facts.event)).toEqual(['login_guessed'])
})

test('a new password makes every other device a stranger; ending a session does so with its device', async () => {
  const user = await server.registerUser()
  const on = async (address: string) =>
    (await login(user.account, LOGIN_PASSWORD, { address })).json<{ deviceToken: string; token: string }>()
  const [kept, ended] = [await on('192.0.2.1'), await on('192.0.2.2')]
  const headers = { authorization: `Bearer ${kept.token}` }
  const isKnown = async ({ deviceToken }: { deviceToken: string }) =>
    (await login(user.account, LOGIN_PASSWORD, { deviceToken })).json<{ deviceToken: string | null }>().deviceToken ===
    null
  expect([await isKnown(kept), await isKnown(ended)]).toEqual([true, true])
  const sessions = await server.database.query<{ id: string }>(
    'select session.id from session join device on device.id = session.device_id where device.token_hash = sha256($1::bytea)',
    [Buffer.from(ended.deviceToken)],
  )
  for (const { id } of sessions) await server.inject({ method: 'DELETE', url: `/api/sessions/${id}`, headers })
  expect([await isKnown(kept), await isKnown(ended)]).toEqual([true, false])
  const { code } = await server.database.withTransaction((tx) =>
    server.deps.security.issueChangeCode(tx, { userId: user.id, kind: 'login', issuedBy: 'test' }),
  )
  const other = await on('192.0.2.3')
  const changed = await server.inject({
    method: 'POST',
    url: '/api/password-changes',
    headers,
    payload: {
      kind: 'login',
      oldPassword: LOGIN_PASSWORD,
      newPassword: 'something quite different',
      changeCode: code,
      endOtherSessions: false,
    },
  })
  expect(changed.statusCode).toBe(204)
  const rows = await server.database.query<{ hash: Buffer }>(
    'select token_hash as hash from device where user_id = $1 and token_hash in (sha256($2::bytea), sha256($3::bytea))',
    [user.id, Buffer.from(kept.deviceToken), Buffer.from(other.deviceToken)],
  )
  expect(rows).toHaveLength(1)
})

test('a login that is under way while the password changes opens nothing', async () => {
  const user = await server.registerUser()
  const answer = await server.database.withTransaction(async (tx) => {
    await tx.query(`update app_user set login_password_hash = 'another' where id = $1`, [user.id])
    // It has compared the old password, which was right, and waits for the change to commit.
    const underWay = login(user.account, LOGIN_PASSWORD)
    await untilOneWaits(server.database, 'login_password_hash = $2')
    return { underWay }
  })
  expect(codeOf(await answer.underWay)).toBe('wrong_credentials')
  expect(await server.database.query('select 1 as found from session where user_id = $1', [user.id])).toHaveLength(1)
})

describe('the history of logins', () => {
  const history = async (headers: TestUser['headers'], query = '') =>
    (await server.inject({ method: 'GET', url: `/api/logins${query}`, headers })).json<{
      items: { device: string; address: string; outcome: string }[]
      nextCursor: string | null
    }>()

  test('names time, device and address; a new device is told with them, the first one is not', async () => {
    const user = await server.registerUser()
    expect(await eventsOf(user)).toEqual([])
    const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537 Chrome/120 Mobile Safari/537'
    const { deviceToken } = (
      await login(user.account, LOGIN_PASSWORD, { device: phone, address: '2001:db8::5' })
    ).json<{ deviceToken: string }>()
    await login(user.account, LOGIN_PASSWORD, { device: phone, deviceToken })
    // The same browser elsewhere counts as another device: it has no token.
    await login(user.account, LOGIN_PASSWORD, { device: phone, address: ATTACKER })
    const { items } = await history(user.headers)
    expect(items.map(({ device, address, outcome }) => [device, address, outcome])).toEqual([
      ['Chrome on Android', ATTACKER, 'new_device'],
      ['Chrome on Android', OWNER, 'signed_in'],
      ['Chrome on Android', '2001:db8::5', 'new_device'],
      ['App', '127.0.0.1', 'signed_in'],
    ])
    expect((await eventsOf(user)).map(({ facts }) => facts)).toEqual([
      { event: 'login_new_device', device: 'Chrome on Android', address: '2001:db8::5' },
      { event: 'login_new_device', device: 'Chrome on Android', address: ATTACKER },
    ])
    const page = await history(user.headers, '?limit=3')
    expect(page.items).toHaveLength(3)
    expect((await history(user.headers, `?limit=3&cursor=${page.nextCursor}`)).items).toEqual(items.slice(3))
  })

  test('addresses go after 90 days, from the messages as well', async () => {
    const user = await server.registerUser()
    await login(user.account, LOGIN_PASSWORD, { address: ATTACKER })
    await server.deps.accounts.sweep()
    expect((await eventsOf(user))[0]?.facts.address).toBe(ATTACKER)
    await server.clock.advance(90 * DAY_MS + HOUR_MS)
    const fresh = (await login(user.account, LOGIN_PASSWORD)).json<{ token: string }>()
    await server.deps.accounts.sweep()
    expect((await history({ authorization: `Bearer ${fresh.token}` })).items).toHaveLength(1)
    const events = await eventsOf(user)
    expect(events[0]?.facts).toEqual({ event: 'login_new_device', device: 'App' })
    expect(events[1]?.facts.address).toBe(OWNER)
  })
})

test('a right login and a wrong one of the same network at once do not wait for each other', async () => {
  const lane: Lane = { account: 'together_1', name: 'network 203.0.113.0/24', isStranger: true }
  await beginLogin(server.database, lane, server.clock.now())
  const wrong = await server.database.pool.connect()
  try {
    // As far as `begin_login` gets before it locks the lane.
    await wrong.query('begin')
    await wrong.query(`select 1 from login_pressure where account_key = 'together_1' for update`)
    let runs = 0
    const right = server.database.withTransaction((tx) => {
      runs += 1
      return endLogin(tx, lane)
    })
    await untilOneWaits(server.database)
    await wrong.query(`update login_lane set failures = failures + 1 where account_key = 'together_1'`)
    await wrong.query('commit')
    await right
    // A second run would mean a deadlock and a retry.
    expect(runs).toBe(1)
  } finally {
    wrong.release()
  }
  const left = await server.database.query(`select 1 from login_lane where account_key = 'together_1'`)
  expect(left).toEqual([])
})
