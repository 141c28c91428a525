import type { PasskeyChallenge, PasskeySetup } from '../../../../contract/passkeys'
import { office, server, withConsole } from '../../../test/consoleOfFile'
import { createAuthenticator, type Lie } from '../../../test/passkeys'
import { problemOf, STAFF_PASSWORD, type TestStaff } from '../../../test/staff'
import { MINUTE_MS } from '../../shared/time'
import { unwrap } from './http'

withConsole({})
/** Each code counts once. */
beforeEach(() => server.clock.advance(MINUTE_MS))

const headers = { 'x-console': '1' }
const post = (url: string, payload?: object) =>
  office.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
const challenge = async () => (await post('/session/challenge')).json<PasskeyChallenge>()
const signIn = (login: string, factor: object, password = STAFF_PASSWORD) =>
  post('/session', { login, password, ...factor })

async function withPasskey(login: string) {
  const person = await office.join(login, ['support'])
  await server.clock.advance(MINUTE_MS)
  const device = createAuthenticator({ origin: 'http://localhost:8090' })
  const setup = (await person.post('/passkeys/setup', { code: person.code() })).json<PasskeySetup>()
  const made = { ...device.make(setup), name: 'Laptop' }
  expect((await person.post('/passkeys', made)).json()).toMatchObject({ name: 'Laptop', lastUsedAt: null })
  return { person, device, made }
}

test('a passkey takes the place of the code, never of the password', async () => {
  const { person, device } = await withPasskey('pia')
  const signed = await signIn('pia', { passkey: device.sign(await challenge()) })
  expect([signed.statusCode, signed.json().staff.login]).toEqual([200, 'pia'])
  const wrong = await signIn('pia', { passkey: device.sign(await challenge()) }, 'some other password')
  expect([wrong.statusCode, problemOf(wrong)]).toEqual([401, 'wrong_credentials'])
  expect(problemOf(await signIn('pia', {}))).toBe('wrong_credentials')
  // A key for the command line can be made with a passkey, too.
  const asked = (await person.post('/passkeys/challenge')).json<PasskeyChallenge>()
  expect(asked.known).toHaveLength(1)
  const key = await person.post('/keys', { name: 'laptop', days: 1, passkey: device.sign(asked) })
  expect(key.json().key).toMatch(/^ftops_/)
})

test('an answer counts once, for one purpose, one person and five minutes', async () => {
  const { person, device } = await withPasskey('rosa')
  const { person: other } = await withPasskey('sven')
  const tried = async (passkey: object, login = 'rosa') => (await signIn(login, { passkey })).statusCode
  const once = device.sign(await challenge())
  expect([await tried(once), await tried(once)]).toEqual([200, 401])
  expect(await tried(device.sign(await challenge()), 'sven')).toBe(401)
  expect(await tried(device.sign((await person.post('/passkeys/challenge')).json()))).toBe(401)
  const late = await challenge()
  await server.clock.advance(6 * MINUTE_MS)
  expect(await tried(device.sign(late))).toBe(401)
  await server.clock.advance(15 * MINUTE_MS)
  const ofOther = (await other.post('/passkeys/challenge')).json<PasskeyChallenge>()
  const key = { name: 'laptop', days: 1, passkey: device.sign(ofOther) }
  expect(problemOf(await person.post('/keys', key))).toBe('passkey_wrong')
})

test.each<[string, Lie]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another domain', { domain: 'evil.example' }],
  ['a person who was not verified', { unverified: true }],
  ['a counter that went back', { counter: 1 }],
])('refused: %s', async (what, lie) => {
  const { device } = await withPasskey(`lie-${what.replaceAll(' ', '-').slice(0, 20)}`.toLowerCase())
  const login = `lie-${what.replaceAll(' ', '-').slice(0, 20)}`.toLowerCase()
  expect((await signIn(login, { passkey: device.sign(await challenge(), lie) })).statusCode).toBe(401)
})

test('five wrong passkeys lock as wrong codes do', async () => {
  const { device } = await withPasskey('tom')
  for (let tries = 0; tries < 5; tries++)
    await signIn('tom', { passkey: device.sign(await challenge(), { unverified: true }) })
  expect((await signIn('tom', { passkey: device.sign(await challenge()) })).statusCode).toBe(429)
})

test('adding one asks for the second factor, and one passkey is one person; each change is in the audit log', async () => {
  const { made, person: first } = await withPasskey('uma')
  const second: TestStaff = await office.join('vic', ['support'])
  expect(problemOf(await second.post('/passkeys/setup', { code: '000000' }))).toBe('code_wrong')
  await server.clock.advance(MINUTE_MS)
  const setup = (await second.post('/passkeys/setup', { code: second.code() })).json<PasskeySetup>()
  expect(problemOf(await second.post('/passkeys', made))).toBe('passkey_wrong')
  const device = createAuthenticator({ origin: 'http://localhost:8090' })
  expect((await second.post('/passkeys', device.make(setup))).statusCode).toBe(200)
  const [own] = (await second.get('/passkeys')).json().items
  expect(problemOf(await first.delete(`/passkeys/${own.id}`))).toBe('not_found')
  expect((await second.delete(`/passkeys/${own.id}`)).statusCode).toBe(200)
  expect((await signIn('vic', { passkey: device.sign(await challenge()) })).statusCode).toBe(401)
  const entries = await server.database.query<{ action: string }>(
    `select action from audit_entry where actor = 'staff/vic' order by id`,
  )
  expect(entries.map(({ action }) => action)).toEqual(['staff.join', 'passkeys.add', 'passkeys.remove'])
})

test('a new password and authenticator take passkeys away', async () => {
  const { device } = await withPasskey('wim')
  const link = await server.database.withTransaction((tx) => office.staff.reset(tx, 'wim', 'staff/ada'))
  await office.accept(unwrap(link).token)
  expect((await signIn('wim', { passkey: device.sign(await challenge()) })).statusCode).toBe(401)
})
