import { TOTP } from 'otpauth'
import { codeOf } from '../../../../test/support/answers'
import { LOGIN_PASSWORD, type TestUser } from '../../../test/app'
import { securityEventsOf } from '../../../test/securityEvents'
import { server, withServer } from '../../../test/serverOfFile'
import { present } from '../../shared/assert'
import { GUESS_RULE } from '../../users/guesses'

withServer()

const STEP_MS = 30_000

const call = (user: TestUser, tail: string, payload: object) =>
  server.call(user, 'POST', `/second-factor/${tail}`, payload)
const state = async (user: TestUser) => (await server.call(user, 'GET', '/second-factor')).json()
const login = (user: TestUser, secondFactorCode?: string, password = LOGIN_PASSWORD) =>
  server.logIn(user.account, { password, deviceToken: user.deviceToken, secondFactorCode })
const refusal = (response: { json(): unknown }) => {
  const { code, details } = response.json() as { code?: string; details?: object }
  return details ? { code, details } : { code }
}
const eventsOf = (user: TestUser) => securityEventsOf(server.database, user)

/** The code that an app shows, `steps` half minutes from now. */
const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: server.clock.now() + steps * STEP_MS })
const wrongCode = (secret: string) => {
  const near = [-1, 0, 1].map((steps) => codeAt(secret, steps))
  return present(
    ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)),
    'three codes are right at most',
  )
}

/** Switches the second factor on, which uses up the code of this half minute. */
async function enable(user: TestUser) {
  const setup = await call(user, 'setup', { loginPassword: LOGIN_PASSWORD })
  const { secret } = setup.json<{ secret: string }>()
  const enabled = await call(user, 'enable', { code: codeAt(secret) })
  return { secret, codes: enabled.json<{ codes: string[] }>().codes }
}

test('set-up, the first code, and the way off again', async () => {
  const user = await server.registerUser()
  expect(await state(user)).toEqual({ enabled: false, recoveryCodesLeft: 0 })
  const setup = await call(user, 'setup', { loginPassword: LOGIN_PASSWORD })
  expect(setup.statusCode).toBe(201)
  const { secret, uri, expiresAt } = setup.json()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toMatch(new RegExp(`^otpauth://totp/Fairtick:${user.account}\\?issuer=Fairtick&secret=${secret}&`))
  expect(Date.parse(expiresAt)).toBe(server.clock.now() + 10 * 60_000)
  // It stays off until the first code: users who cannot scan the picture are not locked out.
  expect((await login(user)).statusCode).toBe(201)
  expect(refusal(await call(user, 'enable', { code: wrongCode(secret) }))).toEqual({
    code: 'second_factor_wrong',
    details: { attemptsLeft: 4 },
  })
  const enabled = await call(user, 'enable', { code: codeAt(secret) })
  expect(enabled.statusCode).toBe(200)
  expect(new Set(enabled.json().codes).size).toBe(10)
  expect(await state(user)).toEqual({ enabled: true, recoveryCodesLeft: 10 })
  const me = await server.call(user, 'GET', '/me')
  expect(me.json()).toMatchObject({ creditScore: 70, verified: false })

  await server.clock.advance(STEP_MS)
  const off = { loginPassword: LOGIN_PASSWORD, code: codeAt(secret) }
  expect(codeOf(await call(user, 'disable', { ...off, loginPassword: 'not my password' }))).toBe('password_wrong')
  expect(codeOf(await call(user, 'disable', { ...off, code: wrongCode(secret) }))).toBe('second_factor_wrong')
  expect((await call(user, 'disable', off)).statusCode).toBe(204)
  expect(await state(user)).toEqual({ enabled: false, recoveryCodesLeft: 0 })
  expect((await login(user)).statusCode).toBe(201)
  expect(await eventsOf(user)).toEqual(['second_factor_on', 'second_factor_off'])
})

test('login asks for the code, takes it once, and allows for a clock that is half a minute off', async () => {
  const user = await server.registerUser()
  const { secret } = await enable(user)
  expect(codeOf(await login(user))).toBe('second_factor_required')
  expect(codeOf(await login(user, codeAt(secret), 'wrong password'))).toBe('wrong_credentials')
  expect(codeOf(await login(user, codeAt(secret)))).toBe('second_factor_wrong')
  expect(codeOf(await login(user, wrongCode(secret)))).toBe('second_factor_wrong')
  await server.clock.advance(3 * STEP_MS)
  expect(codeOf(await login(user, codeAt(secret, -2)))).toBe('second_factor_wrong')
  expect((await login(user, codeAt(secret, -1))).statusCode).toBe(201)
  expect((await login(user, ` ${codeAt(secret).slice(0, 3)} ${codeAt(secret).slice(3)}`)).statusCode).toBe(201)
  expect(codeOf(await login(user, codeAt(secret)))).toBe('second_factor_wrong')
  expect((await login(user, codeAt(secret, 1))).statusCode).toBe(201)
})

test('one code sent ten times at once opens one session', async () => {
  const user = await server.registerUser()
  const { secret } = await enable(user)
  await server.clock.advance(STEP_MS)
  const code = codeAt(secret)
  const answers = await Promise.all(Array.from({ length: 10 }, () => login(user, code)))
  expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1)
})

test('a recovery code stands in for the app, once, and only for its owner', async () => {
  const user = await server.registerUser()
  const stranger = await server.registerUser()
  const { codes } = await enable(user)
  const [first = '', second = ''] = codes
  await enable(stranger)
  expect(codeOf(await login(stranger, first))).toBe('second_factor_wrong')
  expect((await login(user, first.toLowerCase().replaceAll('-', ' '))).statusCode).toBe(201)
  expect(codeOf(await login(user, first))).toBe('second_factor_wrong')
  const both = await Promise.all([login(user, second), login(user, second)])
  expect(both.map((answer) => answer.statusCode).sort()).toEqual([201, 403])
  expect(await state(user)).toEqual({ enabled: true, recoveryCodesLeft: 8 })
})

test('wrong codes at login count as wrong logins', async () => {
  const user = await server.registerUser()
  await enable(user)
  for (let attempt = 0; attempt < 10; attempt++) expect(codeOf(await login(user))).toBe('second_factor_required')
  expect(codeOf(await login(user))).toBe('rate_limited')
})

test('what does not fit the state is second_factor_state', async () => {
  const user = await server.registerUser()
  const code = '123456'
  expect(codeOf(await call(user, 'enable', { code }))).toBe('second_factor_state')
  expect(codeOf(await call(user, 'disable', { loginPassword: LOGIN_PASSWORD, code }))).toBe('second_factor_state')
  const setup = await call(user, 'setup', { loginPassword: LOGIN_PASSWORD })
  await server.clock.advance(10 * 60_000)
  expect(codeOf(await call(user, 'enable', { code: codeAt(setup.json().secret) }))).toBe('second_factor_state')
  await enable(user)
  expect(codeOf(await call(user, 'setup', { loginPassword: LOGIN_PASSWORD }))).toBe('second_factor_state')
  expect(codeOf(await call(user, 'enable', { code }))).toBe('second_factor_state')
  expect(codeOf(await call(user, 'setup', { loginPassword: 'wrong' }))).toBe('password_wrong')
})

test('the secret is stored sealed and the recovery codes hashed', async () => {
  const user = await server.registerUser()
  const { secret, codes } = await enable(user)
  const rows = await server.database.query<{ row: string }>(
    'select second_factor::text as row from second_factor union all select recovery_code::text from recovery_code',
  )
  for (const { row } of rows) {
    expect(row).not.toContain(secret)
    for (const code of codes) expect(row).not.toContain(code.replaceAll('-', ''))
  }
})

test('wrong codes at the login are told with device and address, and hold up nobody who is signed in', async () => {
  const user = await server.registerUser()
  const { secret } = await enable(user)
  await server.clock.advance(STEP_MS)
  const from = (remoteAddress: string, secondFactorCode: string) =>
    server.inject({
      method: 'POST',
      url: '/api/sessions',
      remoteAddress,
      payload: { account: user.account, password: LOGIN_PASSWORD, secondFactorCode },
    })
  for (let tries = 0; tries < GUESS_RULE.tries; tries++)
    expect(codeOf(await from('203.0.113.5', wrongCode(secret)))).toBe('second_factor_wrong')
  // One count for all unknown devices and networks; a known device and the session are counted separately.
  expect(codeOf(await from('198.51.100.1', codeAt(secret)))).toBe('rate_limited')
  expect(await server.deps.security.checkSecondFactor(user, { code: codeAt(secret) })).toMatchObject({ ok: true })
  await server.clock.advance(STEP_MS)
  expect((await login(user, codeAt(secret))).statusCode).toBe(201)
  const rows = await server.database.query(
    `select facts from message where user_id = $1 and facts ->> 'event' = 'second_factor_wrong'`,
    [user.id],
  )
  expect(rows).toEqual([{ facts: { event: 'second_factor_wrong', device: 'App', address: '203.0.113.5' } }])
  const history = await server.call(user, 'GET', '/logins')
  const { items } = history.json<{ items: { outcome: string; address: string }[] }>()
  expect(items.filter(({ outcome }) => outcome === 'second_factor_wrong')).toHaveLength(GUESS_RULE.tries)
})

test('each lock is longer than the one before, up to a day; a right code begins anew', async () => {
  const user = await server.registerUser()
  const { secret } = await enable(user)
  await server.clock.advance(STEP_MS)
  const guess = (code: string) => server.deps.security.checkSecondFactor(user, { code })
  const lockMs = async () => {
    for (let tries = 0; tries < GUESS_RULE.tries; tries++) await guess(wrongCode(secret))
    // The right one waits, too.
    const refused = await guess(codeAt(secret))
    const ms = refused.ok ? 0 : (refused.error.details?.retryAfterSeconds ?? 0) * 1_000
    await server.clock.advance(ms)
    return ms / GUESS_RULE.lockMs
  }
  expect([await lockMs(), await lockMs(), await lockMs(), await lockMs(), await lockMs()]).toEqual([1, 4, 16, 64, 96])
  expect(await guess(codeAt(secret))).toMatchObject({ ok: true })
  expect(await lockMs()).toBe(1)
})
