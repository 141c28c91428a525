import { codeOf } from '../../../../test/support/answers'
import { LOGIN_PASSWORD, type TestUser, TRADE_PASSWORD } from '../../../test/app'
import { securityEventsOf } from '../../../test/securityEvents'
import { server, withServer } from '../../../test/serverOfFile'
import { GUESS_RULE } from '../../users/guesses'
import { CHANGE_CODE_MS, type PasswordKind } from './passwordChange'

withServer()

const NEW_LOGIN = 'another horse battery'

async function issue(user: TestUser, kind: PasswordKind = 'login') {
  const { code } = await server.database.withTransaction((tx) =>
    server.deps.security.issueChangeCode(tx, { userId: user.id, kind, issuedBy: 'ada' }),
  )
  return code
}

const change = (user: TestUser, changeCode: string, fields: object = {}) =>
  server.call(user, 'POST', '/password-changes', {
    kind: 'login',
    oldPassword: LOGIN_PASSWORD,
    newPassword: NEW_LOGIN,
    changeCode,
    endOtherSessions: false,
    ...fields,
  })
const login = (user: TestUser, password: string) => server.logIn(user.account, { password })
const me = (token: string) =>
  server.inject({ method: 'GET', url: '/api/me', headers: { authorization: `Bearer ${token}` } })
const eventsOf = (user: TestUser) => securityEventsOf(server.database, user)

test('a code, the old password and a new one change the login password', async () => {
  const user = await server.registerUser()
  const code = await issue(user)
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){2}$/)
  expect((await change(user, ` ${code.toLowerCase()} `)).statusCode).toBe(204)
  expect(codeOf(await login(user, LOGIN_PASSWORD))).toBe('wrong_credentials')
  expect((await login(user, NEW_LOGIN)).statusCode).toBe(201)
  expect(await eventsOf(user)).toEqual(['login_password_changed', 'login_new_device'])
  expect(codeOf(await change(user, code, { oldPassword: NEW_LOGIN, newPassword: 'a third password' }))).toBe(
    'change_code_invalid',
  )
})

test('other sessions end when asked, and only then; the one that asked goes on', async () => {
  const user = await server.registerUser()
  const other = (await login(user, LOGIN_PASSWORD)).json<{ token: string }>().token
  expect((await me(other)).statusCode).toBe(200)
  await change(user, await issue(user))
  expect((await me(other)).statusCode).toBe(200)
  await change(user, await issue(user), { oldPassword: NEW_LOGIN, newPassword: LOGIN_PASSWORD, endOtherSessions: true })
  expect((await me(other)).statusCode).toBe(401)
  expect((await me(user.token)).statusCode).toBe(200)
})

test('the trade password changes with a code of its own kind', async () => {
  const user = await server.registerUser()
  const fields = { kind: 'trade', oldPassword: TRADE_PASSWORD, newPassword: '135791' }
  expect(codeOf(await change(user, await issue(user, 'login'), fields))).toBe('change_code_invalid')
  const code = await issue(user, 'trade')
  expect(codeOf(await change(user, code, { ...fields, newPassword: '12345' }))).toBe('trade_password_invalid')
  expect((await change(user, code, fields)).statusCode).toBe(204)
  expect((await server.deps.security.checkTradePassword(user, '135791')).ok).toBe(true)
  expect((await server.deps.security.checkTradePassword(user, TRADE_PASSWORD)).ok).toBe(false)
  expect(await eventsOf(user)).toEqual(['trade_password_changed'])
})

test.each([
  ['login_password_weak', { newPassword: 'password1' }],
  ['password_wrong', { oldPassword: 'not my password' }],
  ['password_unchanged', { newPassword: LOGIN_PASSWORD }],
  ['change_code_invalid', { changeCode: 'AAAA-BBBB-CCCC' }],
])('%s for %j keeps the code and the password', async (expected, fields) => {
  const user = await server.registerUser()
  const code = await issue(user)
  expect(codeOf(await change(user, code, fields))).toBe(expected)
  expect((await login(user, LOGIN_PASSWORD)).statusCode).toBe(201)
  expect((await change(user, code)).statusCode).toBe(204)
})

test('a code belongs to one account, ends after a day, and ends when another is issued', async () => {
  const user = await server.registerUser()
  const stranger = await server.registerUser()
  const code = await issue(user)
  expect(codeOf(await change(stranger, code))).toBe('change_code_invalid')
  const newer = await issue(user)
  expect(codeOf(await change(user, code))).toBe('change_code_invalid')
  await server.clock.advance(CHANGE_CODE_MS)
  expect(codeOf(await change(user, newer))).toBe('change_code_invalid')
})

test('one code sent ten times at once changes the password once', async () => {
  const user = await server.registerUser()
  const code = await issue(user)
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => change(user, code, { newPassword: `${NEW_LOGIN} ${index}` })),
  )
  expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1)
  expect(await eventsOf(user)).toEqual(['login_password_changed'])
})

test('wrong codes are limited, and then the right one waits too', async () => {
  const user = await server.registerUser()
  const code = await issue(user)
  const answers = await Promise.all(Array.from({ length: 20 }, () => change(user, 'AAAA-BBBB-CCCC')))
  expect(answers.filter((answer) => codeOf(answer) === 'change_code_invalid')).toHaveLength(5)
  expect(codeOf(await change(user, code))).toBe('rate_limited')
  await server.clock.advance(GUESS_RULE.lockMs)
  expect((await change(user, code)).statusCode).toBe(204)
})

test('the old password cannot be guessed at here, not even with a code', async () => {
  const user = await server.registerUser()
  const code = await issue(user)
  for (let attempt = 0; attempt < 4; attempt++) {
    expect(codeOf(await change(user, code, { oldPassword: `guess ${attempt}` }))).toBe('password_wrong')
  }
  expect(codeOf(await change(user, code, { oldPassword: 'guess 5' }))).toBe('rate_limited')
  expect(codeOf(await change(user, code))).toBe('rate_limited')

  const trader = await server.registerUser()
  const fields = { kind: 'trade', oldPassword: '000000', newPassword: '135791' }
  const tradeCode = await issue(trader, 'trade')
  for (let attempt = 0; attempt < 4; attempt++) {
    expect(codeOf(await change(trader, tradeCode, fields))).toBe('password_wrong')
  }
  expect(codeOf(await change(trader, tradeCode, fields))).toBe('trade_password_locked')
  expect(codeOf(await change(trader, tradeCode, { ...fields, oldPassword: TRADE_PASSWORD }))).toBe(
    'trade_password_locked',
  )
})

test('only the hash of a code is stored', async () => {
  const user = await server.registerUser()
  const code = await issue(user)
  const row = await server.database.first<{ text: string }>(
    'select change_code::text as text from change_code where user_id = $1',
    [user.id],
  )
  expect(row?.text).not.toContain(code)
  expect(row?.text).not.toContain(code.replaceAll('-', ''))
})
