import { codeOf } from '../../../../test/support/answers'
import { until } from '../../../../test/support/until'
import { LOGIN_PASSWORD, type TestUser } from '../../../test/app'
import { countWaiting } from '../../../test/locks'
import { type Authenticator, createAuthenticator, type Lie } from '../../../test/passkeys'
import { createTotpFor } from '../../../test/totp'
import { createWallet, type Wallet } from '../../../test/wallet'
import { lockForHold } from '../../users/holds'
import { CHALLENGE_MS } from './challenges'
import { PASSKEYS_MAX } from './passkeys'

let server: Wallet
beforeAll(async () => {
  server = await createWallet()
})
afterAll(() => server.close())

const post = (user: TestUser, url: string, payload?: object) => server.call(user, 'POST', url, payload)
const begin = (user: TestUser, more: object = {}) =>
  post(user, '/passkeys/setup', { loginPassword: LOGIN_PASSWORD, ...more })
const setupOf = async (user: TestUser, more: object = {}) => (await begin(user, more)).json<{ challenge: string }>()
const confirmation = async (user: TestUser) => (await post(user, '/passkeys/challenge')).json<{ challenge: string }>()
const loginChallenge = async () =>
  (await server.inject({ method: 'POST', url: '/api/passkeys/login-challenge' })).json<{ challenge: string }>()
const logIn = (passkey: object, deviceTokens: string[] = []) =>
  server.inject({ method: 'POST', url: '/api/sessions/passkey', payload: { passkey, deviceTokens } })
const listOf = async (user: TestUser) => (await server.call(user, 'GET', '/passkeys')).json()

async function addTo(user: TestUser, device: Authenticator = createAuthenticator()) {
  const added = await post(user, '/passkeys', device.make(await setupOf(user)))
  expect(added.statusCode).toBe(201)
  return { device, id: added.json<{ id: string }>().id }
}

test('a passkey does not get past a log-in that was stopped, and the user reads why', async () => {
  const user = await server.registerUser()
  const { device } = await addTo(user)
  await server.database.withTransaction((tx) =>
    server.deps.freezesAndNotes.freeze(tx, user.id, { kind: 'login', reason: 'identity_check', by: 'staff/ann' }),
  )
  const stopped = await logIn(device.sign(await loginChallenge()))
  expect([stopped.statusCode, stopped.json()]).toMatchObject([
    403,
    { code: 'login_frozen', details: { reason: 'identity_check' } },
  ])
  // The earlier session has ended, too.
  expect(codeOf(await server.call(user, 'GET', '/me'))).toBe('unauthenticated')
})

/**
 * What staff do for a user who asks for help, while somebody else sends `request`: they hold the account and the user, and
 * end what was there before.
 */
async function overtake(user: TestUser, request: () => ReturnType<typeof logIn>, isWaiting: () => Promise<boolean>) {
  const { sent } = await server.database.withTransaction(async (tx) => {
    await lockForHold(tx, user.id)
    await tx.query('update app_user set nickname = nickname where id = $1', [user.id])
    const sent = request()
    await until('the request waits', isWaiting)
    await server.deps.security.removePasskeys(tx, user.id)
    await server.deps.auth.endSessions(tx, user.id)
    return { sent }
  })
  return sent
}

test('a passkey that is taken away while it signs in opens nothing', async () => {
  const user = await server.registerUser()
  const { device } = await addTo(user)
  const answer = device.sign(await loginChallenge())
  const isUsed = () =>
    server.database.some('select 1 from passkey where user_id = $1 and last_used_at is not null', [user.id])
  expect(codeOf(await overtake(user, () => logIn(answer), isUsed))).toBe('passkey_wrong')
  expect(await server.database.query('select 1 from session where user_id = $1', [user.id])).toEqual([])
})

test('a session that ends while it adds a passkey adds none', async () => {
  const user = await server.registerUser()
  const made = createAuthenticator().make(await setupOf(user))
  const isWaiting = async () => (await countWaiting(server.database)) > 0
  expect(codeOf(await overtake(user, () => post(user, '/passkeys', made), isWaiting))).toBe('passkey_wrong')
  expect(await server.database.query('select 1 from passkey where user_id = $1', [user.id])).toEqual([])
})

test('a passkey is added, signs in on its own, is renamed and removed', async () => {
  const user = await server.registerUser()
  const device = createAuthenticator()
  const setup = await begin(user)
  expect(setup.json()).toMatchObject({ domain: 'localhost', siteName: 'Fairtick', account: user.account, known: [] })
  const added = await server.inject({
    method: 'POST',
    url: '/api/passkeys',
    headers: { ...user.headers, 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/120 Safari/537' },
    payload: device.make(setup.json()),
  })
  expect(added.json()).toMatchObject({ name: 'Chrome on Android', lastUsedAt: null })
  const { id } = added.json<{ id: string }>()

  const session = await logIn(device.sign(await loginChallenge()))
  expect([session.statusCode, session.json().user]).toEqual([201, { account: user.account, nickname: user.account }])
  // A device that is known by one of its tokens is not new.
  const { deviceToken } = session.json<{ deviceToken: string }>()
  const again = await logIn(device.sign(await loginChallenge()), ['a'.repeat(43), deviceToken])
  expect([again.statusCode, again.json().deviceToken]).toEqual([201, null])
  const headers = { authorization: `Bearer ${session.json<{ token: string }>().token}` }
  expect((await server.inject({ method: 'GET', url: '/api/me', headers })).json().account).toBe(user.account)

  const renamed = await server.call(user, 'PUT', `/passkeys/${id}`, { name: '  My phone ' })
  expect(renamed.json()).toEqual({
    items: [{ id, name: 'My phone', createdAt: expect.any(String), lastUsedAt: expect.any(String) }],
    limit: PASSKEYS_MAX,
  })
  expect(codeOf(await server.call(user, 'PUT', `/passkeys/${id}`, { name: ' ' }))).toBe('invalid_request')
  expect(codeOf(await post(user, `/passkeys/${id}/remove`, { loginPassword: 'not my password' }))).toBe(
    'password_wrong',
  )
  expect(codeOf(await post(user, `/passkeys/${id}/remove`, {}))).toBe('password_wrong')
  // A code proves nothing while no app is set up.
  expect(codeOf(await post(user, `/passkeys/${id}/remove`, { secondFactorCode: '123456' }))).toBe('password_wrong')
  expect((await post(user, `/passkeys/${id}/remove`, { loginPassword: LOGIN_PASSWORD })).json().items).toEqual([])
  expect(codeOf(await logIn(device.sign(await loginChallenge())))).toBe('passkey_wrong')
  const events = (await server.messagesOf(user)).map(({ facts }) => facts.event)
  expect(events.filter((event) => event?.startsWith('passkey'))).toEqual(['passkey_added', 'passkey_removed'])
})

test('an answer counts once, and a challenge only for a while', async () => {
  const user = await server.registerUser()
  const { device } = await addTo(user)
  const answer = device.sign(await loginChallenge())
  const all = await Promise.all([logIn(answer), logIn(answer), logIn(answer)])
  expect(all.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect(codeOf(await logIn(answer))).toMatch(/passkey_(expired|wrong)/)

  // An authenticator without a counter, so that only the challenge can refuse the answer.
  const { device: still } = await addTo(user, createAuthenticator())
  await server.database.query('update passkey set counter = 0 where credential_id = $1', [
    Buffer.from(still.id, 'base64url'),
  ])
  const replayed = still.sign(await loginChallenge(), { counter: 0 })
  expect((await logIn(replayed)).statusCode).toBe(201)
  expect(codeOf(await logIn(replayed))).toBe('passkey_expired')

  const late = await loginChallenge()
  const lateSetup = await setupOf(user)
  await server.clock.advance(CHALLENGE_MS)
  expect(codeOf(await logIn(device.sign(late)))).toBe('passkey_expired')
  expect(codeOf(await post(user, '/passkeys', createAuthenticator().make(lateSetup)))).toBe('passkey_expired')
  // The next use deletes expired rows.
  expect((await logIn(device.sign(await loginChallenge()))).statusCode).toBe(201)
  const kept = await server.database.query('select 1 from used_challenge where expires_at <= $1', [
    new Date(server.clock.now()),
  ])
  expect(kept).toEqual([])
})

test.each<[string, Lie]>([
  ['another origin', { origin: 'https://localhost.example' }],
  ['a page of another scheme', { origin: 'https://localhost:8080' }],
  ['another domain', { domain: 'example.com' }],
  ['a person who was not verified', { unverified: true }],
  ['an answer of another kind', { type: 'webauthn.create' }],
])('%s is refused', async (_what, lie) => {
  const user = await server.registerUser()
  const { device } = await addTo(user)
  expect(codeOf(await logIn(device.sign(await loginChallenge(), lie)))).toBe('passkey_wrong')
  if (lie.type) return
  expect(codeOf(await post(user, '/passkeys', createAuthenticator().make(await setupOf(user), lie)))).toBe(
    'passkey_wrong',
  )
})

test('a counter that goes back is a copy, and a changed signature is nobody', async () => {
  const user = await server.registerUser()
  const { device } = await addTo(user)
  expect((await logIn(device.sign(await loginChallenge(), { counter: 50 }))).statusCode).toBe(201)
  for (const counter of [50, 49, 0]) {
    expect(codeOf(await logIn(device.sign(await loginChallenge(), { counter })))).toBe('passkey_wrong')
  }
  const answer = device.sign(await loginChallenge(), { counter: 51 })
  const other = createAuthenticator().sign(await loginChallenge())
  expect(codeOf(await logIn({ ...answer, signature: other.signature }))).toBe('passkey_wrong')
  expect(codeOf(await logIn(other))).toBe('passkey_wrong')
  expect((await logIn(answer)).statusCode).toBe(201)
})

test('a password manager that begins to sync a passkey ends its counter at 0, and locks nobody out', async () => {
  const user = await server.registerUser()
  const { device } = await addTo(user)
  const logs = async (lie: Parameters<typeof device.sign>[1]) =>
    (await logIn(device.sign(await loginChallenge(), lie))).statusCode
  expect(await logs({ counter: 5 })).toBe(201)
  expect(await logs({ counter: 0 })).not.toBe(201)
  expect(await logs({ counter: 4, synced: true })).not.toBe(201)
  for (let times = 0; times < 2; times++) expect(await logs({ counter: 0, synced: true })).toBe(201)
})

test('a challenge counts for one purpose and one user, and only from this server', async () => {
  const [user, stranger] = [await server.registerUser(), await server.registerUser()]
  const { device, id } = await addTo(user)
  const { device: theirs } = await addTo(stranger)
  // A challenge for a login is no consent, and one for a consent is no login.
  expect(codeOf(await post(user, `/passkeys/${id}/remove`, { passkey: device.sign(await loginChallenge()) }))).toBe(
    'passkey_expired',
  )
  expect(codeOf(await logIn(device.sign(await confirmation(user))))).toBe('passkey_expired')
  expect(codeOf(await post(user, '/passkeys', createAuthenticator().make(await setupOf(stranger))))).toBe(
    'passkey_expired',
  )
  expect(codeOf(await logIn(device.sign({ challenge: 'AAAA' })))).toBe('passkey_expired')
  const { challenge } = await loginChallenge()
  const forged = Buffer.from(challenge, 'base64url')
  forged.writeUInt8(forged.readUInt8(20) ^ 1, 20)
  expect(codeOf(await logIn(device.sign({ challenge: forged.toString('base64url') })))).toBe('passkey_expired')
  // Another account's passkey, even over the owner's own challenge.
  const owners = await confirmation(user)
  expect(codeOf(await post(user, `/passkeys/${id}/remove`, { passkey: theirs.sign(owners) }))).toBe('passkey_wrong')
  expect(codeOf(await post(stranger, `/passkeys/${id}/remove`, { loginPassword: LOGIN_PASSWORD }))).toBe('not_found')
  expect(codeOf(await server.call(stranger, 'PUT', `/passkeys/${id}`, { name: 'mine' }))).toBe('not_found')
  expect((await post(user, `/passkeys/${id}/remove`, { passkey: device.sign(owners) })).statusCode).toBe(200)
})

test('one passkey belongs to one account, and an account has ten at most', async () => {
  const [user, stranger] = [await server.registerUser(), await server.registerUser()]
  const { device } = await addTo(user)
  expect(codeOf(await post(user, '/passkeys', device.make(await setupOf(user))))).toBe('passkey_exists')
  expect(codeOf(await post(stranger, '/passkeys', device.make(await setupOf(stranger))))).toBe('passkey_exists')
  for (let count = 2; count < PASSKEYS_MAX; count++) await addTo(user)
  const setups = await Promise.all([setupOf(user), setupOf(user)])
  const last = await Promise.all(setups.map((setup) => post(user, '/passkeys', createAuthenticator().make(setup))))
  expect(last.map((answer) => answer.statusCode).sort()).toEqual([201, 409])
  expect((await listOf(user)).items).toHaveLength(PASSKEYS_MAX)
  const refused = await begin(user)
  expect([refused.json().code, refused.json().details]).toEqual(['passkey_limit_reached', { limit: '10' }])
})

test('adding asks for the password and, where it is on, for the second factor', async () => {
  const user = await server.registerUser()
  expect(codeOf(await begin(user, { loginPassword: 'not my password' }))).toBe('password_wrong')
  const { code } = await createTotpFor(server, user)
  expect(codeOf(await begin(user))).toBe('second_factor_required')
  await server.clock.advance(30_000)
  const device = createAuthenticator()
  const setup = await setupOf(user, { secondFactorCode: code() })
  expect((await post(user, '/passkeys', device.make(setup))).statusCode).toBe(201)
  expect((await begin(user, { passkey: device.sign(await confirmation(user)) })).statusCode).toBe(201)
})

test('money out takes a passkey in place of the code', async () => {
  const user = await server.registerReady()
  const { device } = await addTo(user)
  await createTotpFor(server, user)
  expect((await server.call(user, 'GET', '/withdrawal-terms')).json()).toMatchObject({
    secondFactorNeeded: true,
    takesCode: true,
    hasPasskeys: true,
  })
  // Withdrawals are held after a change of security, passkeys included.
  expect(codeOf(await server.withdraw(user))).toBe('withdrawal_on_hold')
  await server.clock.advance(4 * 24 * 60 * 60_000)
  expect(codeOf(await server.withdraw(user))).toBe('second_factor_required')
  const stranger = await server.registerUser()
  const { device: theirs } = await addTo(stranger)
  expect(codeOf(await server.withdraw(user, { passkey: theirs.sign(await confirmation(stranger)) }))).toBe(
    'passkey_wrong',
  )
  const proof = device.sign(await confirmation(user))
  expect((await server.withdraw(user, { passkey: proof })).statusCode).toBe(201)
  expect(codeOf(await server.withdraw(user, { passkey: proof }))).toMatch(/passkey_(wrong|expired)/)
})

test('the export names passkeys without their keys; a deletion takes them away', async () => {
  const user = await server.registerUser()
  const { device } = await addTo(user)
  const exported = await post(user, '/me/export', { loginPassword: LOGIN_PASSWORD })
  const { security } = exported.json<{ sections: { security: { passkeys: object[] } } }>().sections
  expect(security.passkeys).toEqual([{ name: 'App', createdAt: expect.any(String), lastUsedAt: null }])
  await server.database.withTransaction((tx) =>
    Promise.all(
      server.deps.personalData
        .filter(({ section }) => section === 'security')
        .map((source) => source.erase?.(tx, user.id, new Date(server.clock.now()))),
    ),
  )
  expect(codeOf(await logIn(device.sign(await loginChallenge())))).toBe('passkey_wrong')
})
