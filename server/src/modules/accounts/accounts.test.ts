import { codeOf } from '../../../../test/support/answers'
import { createTestApp, LOGIN_PASSWORD, TRADE_PASSWORD } from '../../../test/app'
import { server, withServer } from '../../../test/serverOfFile'
import { DAY_MS } from '../../shared/time'
import { REGISTRATION_TTL_MS } from './registration'

withServer()
let phones = 0
const nextPhone = () => `139${String(++phones).padStart(8, '0')}`

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.inject({ method: 'POST', url: `/api${url}`, payload, headers })

const check = async (fields: Record<string, unknown> = {}) =>
  post('/registrations', {
    account: 'newcomer',
    phone: nextPhone(),
    phoneCountry: 'CN',
    openingCode: await server.openingCode(),
    ...fields,
  })

const complete = (registrationToken: string, fields: Record<string, string> = {}) =>
  post('/registrations/complete', {
    registrationToken,
    loginPassword: LOGIN_PASSWORD,
    tradePassword: TRADE_PASSWORD,
    ...fields,
  })

const login = (account: string, password = LOGIN_PASSWORD) => post('/sessions', { account, password })

describe('registration', () => {
  test('two steps make an account that logs in, with an opening code of its own that others can use', async () => {
    const ticket = await check({ account: 'Pioneer_1' })
    expect(ticket.statusCode).toBe(201)
    const done = await complete(ticket.json().registrationToken)
    expect(done.statusCode).toBe(201)
    expect(done.json()).toEqual({ account: 'Pioneer_1' })
    const session = await login('pioneer_1')
    expect(session.json().user).toEqual({ account: 'Pioneer_1', nickname: 'Pioneer_1' })
    const me = await server.inject({
      method: 'GET',
      url: '/api/me',
      headers: { authorization: `Bearer ${session.json().token}` },
    })
    expect(me.json()).toEqual({
      account: 'Pioneer_1',
      nickname: 'Pioneer_1',
      openingCode: expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/),
      phoneCountry: 'CN',
      phone: expect.stringMatching(/^\+86\*{4}\d{4}$/),
      verified: false,
      creditScore: 60,
      creditParts: [
        { kind: 'base', points: 60, earned: true },
        { kind: 'verified', points: 20, earned: false },
        { kind: 'payout_account', points: 10, earned: false },
        { kind: 'second_factor', points: 10, earned: false },
      ],
      balance: { available: '10000.00', inOrders: '0.00', total: '10000.00', version: 1 },
      accountProfitLoss: '0.00',
      todayProfitLoss: '0.00',
      hasTraded: false,
      hasLimits: false,
      sessionMinutes: null,
    })
    const invited = await check({ account: 'invited1', openingCode: me.json().openingCode.toLowerCase() })
    expect(invited.statusCode).toBe(201)
  })

  test.each([
    ['account_invalid', { account: 'short' }],
    ['account_invalid', { account: 'with space' }],
    ['phone_invalid', { phone: '12345678901' }],
    ['phone_invalid', { phone: '13900000000', phoneCountry: 'US' }],
    ['opening_code_unknown', { openingCode: 'ZZZZZZ' }],
    ['opening_code_unknown', { openingCode: 'ZZZZZZZZ' }],
    ['opening_code_unknown', { openingCode: 'ZZZZZZZ' }],
    ['opening_code_unknown', { openingCode: '0' }],
  ])('%s for %j', async (code, fields) => {
    const answer = await check(fields)
    expect(codeOf(answer)).toBe(code)
    expect(answer.statusCode).toBe(422)
  })

  test('account and phone stay reserved until the ticket expires', async () => {
    const phone = nextPhone()
    const first = await check({ account: 'reserved1', phone })
    expect(codeOf(await check({ account: 'RESERVED1' }))).toBe('account_taken')
    expect(codeOf(await check({ account: 'reserved2', phone }))).toBe('phone_taken')
    await server.clock.advance(REGISTRATION_TTL_MS + 1)
    expect((await check({ account: 'RESERVED1' })).statusCode).toBe(201)
    expect(codeOf(await complete(first.json().registrationToken))).toBe('registration_expired')
  })

  test('who comes back to correct the phone hands in the earlier ticket and keeps the account', async () => {
    const first = (await check({ account: 'corrects1' })).json()
    const second = await check({ account: 'corrects1', replaces: first.registrationToken })
    expect(second.statusCode).toBe(201)
    expect(codeOf(await complete(first.registrationToken))).toBe('registration_expired')
    expect((await complete(second.json().registrationToken)).statusCode).toBe(201)
    expect(codeOf(await check({ account: 'corrects1' }))).toBe('account_taken')
  })

  test('a refused password keeps the ticket, a finished registration uses it up', async () => {
    const { registrationToken } = (await check({ account: 'careful1' })).json()
    expect(codeOf(await complete(registrationToken, { loginPassword: 'password1' }))).toBe('login_password_weak')
    expect(codeOf(await complete(registrationToken, { tradePassword: '12345' }))).toBe('trade_password_invalid')
    expect(codeOf(await complete(registrationToken, { tradePassword: '123456' }))).toBe('trade_password_weak')
    expect((await complete(registrationToken)).statusCode).toBe(201)
    expect(codeOf(await complete(registrationToken))).toBe('registration_expired')
  })

  test('20 at once for one account and phone: one ticket, and one account from it', async () => {
    const phone = nextPhone()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => check({ account: 'crowded1', phone: index % 2 ? nextPhone() : phone })),
    )
    const tickets = answers.filter((answer) => answer.statusCode === 201)
    expect(tickets.length).toBeGreaterThan(0)
    const finished = await Promise.all(
      tickets.flatMap((ticket) => [1, 2, 3].map(() => complete(ticket.json().registrationToken))),
    )
    expect(finished.filter((answer) => answer.statusCode === 201)).toHaveLength(1)
    const rows = await server.database.query(`select id from app_user where account = 'crowded1'`)
    expect(rows).toHaveLength(1)
  })
})

describe('login', () => {
  test('a wrong password and an unknown account get the same answer', async () => {
    const user = await server.registerUser()
    const wrong = await login(user.account, 'not the password')
    const unknown = await login('nobody_here', 'not the password')
    const impossible = await login('x\u0000y', 'not the password')
    for (const answer of [wrong, unknown, impossible]) {
      expect(answer.statusCode).toBe(401)
      expect({ ...answer.json(), requestId: '' }).toEqual({ ...wrong.json(), requestId: '' })
    }
  })

  test.each(['known', 'unknown'])(
    '10 wrong logins slow the account down but never lock it (%s account)',
    async (kind) => {
      const account = kind === 'known' ? (await server.registerUser()).account : 'ghost_user'
      for (let attempt = 0; attempt < 10; attempt++)
        expect(codeOf(await login(account, 'wrong one'))).toBe('wrong_credentials')
      const slowed = await login(account)
      expect(slowed.statusCode).toBe(429)
      expect(slowed.json().details).toEqual({ retryAfterSeconds: 1 })
      expect(slowed.headers['retry-after']).toBe('1')
      await server.clock.advance(1_000)
      expect(codeOf(await login(account, 'wrong one'))).toBe('wrong_credentials')
      expect((await login(account)).json().details).toEqual({ retryAfterSeconds: 2 })
      await server.clock.advance(60_000)
      expect((await login(account)).statusCode).toBe(kind === 'known' ? 201 : 401)
    },
  )

  test('100 guesses at once: only the free ones are checked', async () => {
    const { account } = await server.registerUser()
    const answers = await Promise.all(Array.from({ length: 100 }, () => login(account, 'a guess')))
    expect(answers.filter((answer) => codeOf(answer) === 'wrong_credentials')).toHaveLength(10)
    await server.clock.advance(60_000)
    expect((await login(account)).statusCode).toBe(201)
  })
})

describe('sessions', () => {
  test('logout ends the session at once', async () => {
    const user = await server.registerUser()
    const request = { method: 'GET', url: '/api/me', headers: user.headers } as const
    expect((await server.inject(request)).statusCode).toBe(200)
    const logout = await server.call(user, 'DELETE', '/sessions/current')
    expect(logout.statusCode).toBe(204)
    expect(codeOf(await server.inject(request))).toBe('unauthenticated')
  })

  test('a user sees their sessions and ends another one; nobody else can', async () => {
    const user = await server.registerUser()
    const stranger = await server.registerUser()
    const other = (await login(user.account)).json()
    const list = await server.call(user, 'GET', '/sessions')
    const items: { id: string; current: boolean }[] = list.json().items
    expect(items).toHaveLength(2)
    expect(items.filter((item) => item.current)).toHaveLength(1)
    const target = items.find((item) => !item.current)?.id
    const end = (headers: { authorization: string }) =>
      server.inject({ method: 'DELETE', url: `/api/sessions/${target}`, headers })
    expect(codeOf(await end(stranger.headers))).toBe('not_found')
    expect((await end(user.headers)).statusCode).toBe(204)
    const after = await server.inject({
      method: 'GET',
      url: '/api/me',
      headers: { authorization: `Bearer ${other.token}` },
    })
    expect(after.statusCode).toBe(401)
  })

  test('a session ends when it was not used for a week, and after 30 days in any case', async () => {
    const idle = await server.registerUser()
    const active = await server.registerUser()
    const me = (user: { headers: { authorization: string } }) => server.call(user, 'GET', '/me')
    const day = DAY_MS
    for (let days = 0; days < 28; days += 4) {
      await server.clock.advance(4 * day)
      expect((await me(active)).statusCode).toBe(200)
    }
    expect((await me(idle)).statusCode).toBe(401)
    await server.clock.advance(2 * day)
    expect((await me(active)).statusCode).toBe(401)
    await server.deps.accounts.sweep()
    expect(await server.database.query('select id from session where user_id = $1', [active.id])).toHaveLength(0)
  })

  test.each([undefined, 'Bearer', 'Bearer x', `Bearer ${'a'.repeat(43)}`, `Basic ${'a'.repeat(43)}`])(
    'authorization %s is refused',
    async (authorization) => {
      const headers = authorization === undefined ? {} : { authorization }
      const answer = await server.inject({ method: 'GET', url: '/api/me', headers })
      expect(answer.statusCode).toBe(401)
      expect(codeOf(answer)).toBe('unauthenticated')
    },
  )

  test('only hashes of tokens and passwords are stored', async () => {
    const user = await server.registerUser()
    const rows = await server.database.query<{ row: string }>(
      `select session::text as row from session union all select app_user::text from app_user
       union all select registration::text from registration`,
    )
    for (const { row } of rows) {
      expect(row).not.toContain(user.token)
      expect(row).not.toContain(LOGIN_PASSWORD)
      expect(row).not.toContain(TRADE_PASSWORD)
    }
  })
})

test('with terms of service, an account needs the agreement to those of today, which is kept with its time', async () => {
  const house = await createTestApp()
  await house.deps.content.seed()
  const send = (url: string, payload: object) => house.inject({ method: 'POST', url: `/api${url}`, payload })
  const openingCode = await house.openingCode()
  const step = await send('/registrations', {
    account: 'agrees_1',
    phone: '13812345678',
    phoneCountry: 'CN',
    openingCode,
  })
  const { registrationToken } = step.json<{ registrationToken: string }>()
  const passwords = { registrationToken, loginPassword: LOGIN_PASSWORD, tradePassword: TRADE_PASSWORD }
  const finish = (more: object) => send('/registrations/complete', { ...passwords, ...more })
  for (const none of [{}, { termsVersion: '2020-01-01T00:00:00.000Z' }]) {
    expect((await finish(none)).json()).toMatchObject({ code: 'terms_not_accepted' })
  }
  const terms = await house.inject({ method: 'GET', url: '/api/documents/terms?locale=de-DE' })
  const { updatedAt: termsVersion } = terms.json<{ updatedAt: string }>()
  expect((await finish({ termsVersion })).statusCode).toBe(201)
  const rows = await house.database.query(
    `select terms_version, terms_accepted_at from app_user where account = 'agrees_1'`,
  )
  expect(rows).toEqual([{ terms_version: new Date(termsVersion), terms_accepted_at: new Date(house.clock.now()) }])
  await house.close()
})
