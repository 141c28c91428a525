import { codeOf } from '../../../../test/support/answers'
import { LOGIN_PASSWORD, type TestUser } from '../../../test/app'
import { server, withServer } from '../../../test/serverOfFile'
import { GUESS_RULE } from '../../users/guesses'
import { LOGIN_RULE } from './loginLanes'
import { RESET_CODE_MS } from './passwordReset'

withServer()

const NEW_PASSWORD = 'remembered this time'
type Kind = 'login' | 'trade'
const issue = async (user: TestUser, kind: Kind = 'login') =>
  (
    await server.database.withTransaction((tx) =>
      server.deps.accounts.issueResetCode(tx, { userId: user.id, kind, issuedBy: 'test' }),
    )
  ).code
const reset = (account: string, resetCode: string, changes: object = {}, remoteAddress = '198.51.100.4') =>
  server.inject({
    method: 'POST',
    url: '/api/password-resets',
    remoteAddress,
    payload: { kind: 'login', account, newPassword: NEW_PASSWORD, resetCode, ...changes },
  })
const login = (account: string, password: string, deviceToken?: string) =>
  server.inject({
    method: 'POST',
    url: '/api/sessions',
    remoteAddress: '198.51.100.4',
    payload: { account, password, ...(deviceToken ? { deviceToken } : {}) },
  })

test('a code sets a new login password, ends all sessions, holds withdrawals and is told', async () => {
  const user = await server.registerUser()
  await login(user.account, LOGIN_PASSWORD)
  const code = await issue(user)
  const answer = await reset(user.account.toUpperCase(), code.toLowerCase().replaceAll('-', ' '))
  expect(answer.statusCode).toBe(200)
  const { deviceToken } = answer.json<{ deviceToken: string }>()
  const me = await server.call(user, 'GET', '/me')
  expect(me.statusCode).toBe(401)
  expect(codeOf(await login(user.account, LOGIN_PASSWORD))).toBe('wrong_credentials')
  const again = await login(user.account, NEW_PASSWORD, deviceToken)
  expect([again.statusCode, again.json().deviceToken]).toEqual([201, null])
  const rows = await server.database.query('select reason, until from withdrawal_hold where user_id = $1', [user.id])
  expect(rows).toMatchObject([{ reason: 'reset' }])
  const message = await server.database.first<{ facts: { event: string } }>(
    `select facts from message where user_id = $1 order by id desc limit 1`,
    [user.id],
  )
  expect(message?.facts).toEqual({ event: 'login_password_reset', device: 'App', address: '198.51.100.4' })
  // The code is used up, and the device from before is forgotten.
  expect(codeOf(await reset(user.account, code))).toBe('reset_code_invalid')
  const before = await login(user.account, NEW_PASSWORD, user.deviceToken)
  expect(before.json<{ deviceToken: string | null }>().deviceToken).not.toBeNull()
})

test('one code sent five times at once sets one password', async () => {
  const user = await server.registerUser()
  const code = await issue(user)
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((number) => reset(user.account, code, { newPassword: `a password with number ${number}` })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403, 403, 403])
})

test('a code for the trade password opens that one only, and unlocks it', async () => {
  const user = await server.registerUser()
  for (let tries = 0; tries < GUESS_RULE.tries; tries++) await server.deps.security.checkTradePassword(user, '000000')
  const code = await issue(user, 'trade')
  expect(codeOf(await reset(user.account, code))).toBe('reset_code_invalid')
  const trade = { kind: 'trade', newPassword: '905173' }
  expect(codeOf(await reset(user.account, code, { ...trade, newPassword: '12345' }))).toBe('trade_password_invalid')
  expect(codeOf(await reset(user.account, code, { ...trade, newPassword: '123456' }))).toBe('trade_password_weak')
  expect((await reset(user.account, code, trade)).json()).toEqual({ deviceToken: null })
  expect(await server.deps.security.checkTradePassword(user, '905173')).toMatchObject({ ok: true })
})

test('it expires, belongs to one account, and is replaced by the next one', async () => {
  const [user, other] = [await server.registerUser(), await server.registerUser()]
  const first = await issue(user)
  const second = await issue(user)
  expect(codeOf(await reset(user.account, first))).toBe('reset_code_invalid')
  expect(codeOf(await reset(other.account, second))).toBe('reset_code_invalid')
  expect(codeOf(await reset('nobody_here', second))).toBe('reset_code_invalid')
  expect(codeOf(await reset('no account', second))).toBe('reset_code_invalid')
  expect(codeOf(await reset(user.account, second, { newPassword: 'password' }))).toBe('login_password_weak')
  await server.clock.advance(RESET_CODE_MS)
  expect(codeOf(await reset(user.account, second))).toBe('reset_code_invalid')
})

test('tries are limited where they come from, and do not hold up the owner', async () => {
  const user = await server.registerUser()
  const guesses = await Promise.all(
    Array.from({ length: 30 }, () => reset(user.account, 'AAAA-BBBB-CCCC', {}, '203.0.113.8')),
  )
  expect(guesses.filter((answer) => codeOf(answer) === 'reset_code_invalid')).toHaveLength(LOGIN_RULE.free)
  expect(guesses.filter((answer) => codeOf(answer) === 'rate_limited')).toHaveLength(30 - LOGIN_RULE.free)
  expect((await reset(user.account, await issue(user))).statusCode).toBe(200)
})
