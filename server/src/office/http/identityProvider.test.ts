import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createTestApp, type TestApp } from '../../../test/app'
import { createTestConsole, problemOf, type StaffConsole, type TestStaff } from '../../../test/staff'
import { MINUTE_MS } from '../../shared/time'

const ORIGIN = 'http://localhost:8090'
const RETURN = `${ORIGIN}/console-api/session/provider/return`

let provider: ChildProcess
let server: TestApp
let office: StaffConsole
let admin: TestStaff
beforeAll(async () => {
  provider = spawn(process.execPath, [join(__dirname, '../../../test/identityProvider.mjs'), RETURN], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = await once(provider.stdout ?? process.stdin, 'data')
  const staffProvider = {
    issuer: String(line).trim(),
    clientId: 'console',
    clientSecret: 'a secret of the console',
    name: 'Example ID',
    origin: ORIGIN,
  }
  server = await createTestApp({ config: { staffProvider } })
  office = await createTestConsole(server)
  admin = await office.join('ada', ['administrator'])
})
afterAll(async () => {
  provider.kill()
  await office.close()
})
beforeEach(() => server.clock.advance(MINUTE_MS))

const headers = { 'x-console': '1' }
const get = (url: string, cookie = '') => office.inject({ method: 'GET', url, headers: { cookie } })
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String([answer.headers['set-cookie']].flat().at(-1)).split(';')[0] ?? ''

/** The first half: the address at the provider and the cookie that binds this browser. */
async function leave() {
  const answer = await get('/session/provider')
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([
    302,
    expect.stringMatching(/HttpOnly; SameSite=Lax/),
  ])
  return { address: String(answer.headers.location), cookie: cookieOf(answer) }
}

/** A browser's visit at the provider: signs in under a name and consents. Returns the address that leads back. */
async function atProvider(address: string, name: string): Promise<string> {
  const jar = new Map<string, string>()
  const ask = async (url: string, form?: Record<string, string>): Promise<string> => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const each of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      jar.set(key, value)
    }
    const next = new URL(answer.headers.get('location') ?? '', url).href
    if (answer.status === 200) throw new Error(`the provider asks something else: ${await answer.text()}`)
    return next.startsWith(`${new URL(address).origin}/auth/`) ? ask(next) : next
  }
  const login = await ask(address)
  const consent = await ask(login, { prompt: 'login', login: name, password: 'whatever' })
  return ask(consent, { prompt: 'consent' })
}

const comeBack = async (address: string, cookie: string) => {
  const answer = await get(address.slice(`${ORIGIN}/console-api`.length), cookie)
  return { to: String(answer.headers.location), cookie: cookieOf(answer) }
}

async function visit(name: string) {
  const { address, cookie } = await leave()
  return comeBack(await atProvider(address, name), cookie)
}

const finish = (cookie: string, factor: object) =>
  office.inject({ method: 'POST', url: '/session/provider', headers: { ...headers, cookie }, payload: factor })
const link = (login: string, subject: string) => admin.act('staff.link', { login, subject }, 'seen in person')

test('a linked person signs in with the provider and our second factor; nobody else does', async () => {
  const cleo = await office.join('cleo', ['support'])
  await server.clock.advance(MINUTE_MS)
  expect((await get('/session/ways')).json()).toEqual({ provider: 'Example ID', passkeyDomain: 'localhost' })
  // Somebody known to the provider but not here is told what to give an administrator, and is not signed in.
  const stranger = await visit('cleo@example.com')
  expect(stranger.to).toBe('/?sign-in=unknown#cleo%40example.com')
  expect((await link('cleo', 'cleo@example.com')).json().state).toBe('done')

  const known = await visit('cleo@example.com')
  expect(known.to).toBe('/?sign-in=factor')
  expect((await office.inject({ method: 'GET', url: '/session', headers: { cookie: known.cookie } })).statusCode).toBe(
    401,
  )
  expect(problemOf(await finish(known.cookie, { code: '000000' }))).toBe('code_wrong')
  expect(problemOf(await finish(known.cookie, {}))).toBe('code_wrong')
  const signed = await finish(known.cookie, { code: cleo.code() })
  expect([signed.statusCode, signed.json().staff.login]).toEqual([200, 'cleo'])
  expect((await get('/session', cookieOf(signed))).statusCode).toBe(200)
  await server.clock.advance(MINUTE_MS)
  expect(problemOf(await finish(known.cookie, { code: cleo.code() }))).toBe('sign_in_over')
})

test('a return counts once, in the browser that left, with its own state, nonce and verifier, and for ten minutes', async () => {
  await office.join('dina', ['support'])
  await link('dina', 'dina')
  const [one, two] = [await leave(), await leave()]
  const back = await atProvider(one.address, 'dina')
  // Another browser, and none at all.
  expect((await comeBack(back, two.cookie)).to).toBe('/?sign-in=refused')
  expect((await comeBack(back, '')).to).toBe('/?sign-in=over')
  const again = await leave()
  const answer = await atProvider(again.address, 'dina')
  expect((await comeBack(answer, again.cookie)).to).toBe('/?sign-in=factor')
  expect((await comeBack(answer, again.cookie)).to).toBe('/?sign-in=over')
  // A code of the same person, but for another state, verifier or issuer.
  for (const change of [
    (url: URL) => url.searchParams.set('state', 'another'),
    (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
    (url: URL) => url.searchParams.set('code', 'made-up'),
    (url: URL) => url.searchParams.delete('state'),
  ]) {
    const trip = await leave()
    const forged = new URL(await atProvider(trip.address, 'dina'))
    change(forged)
    expect((await comeBack(forged.href, trip.cookie)).to).toBe('/?sign-in=refused')
  }
  for (const column of ['nonce', 'verifier']) {
    const trip = await leave()
    await server.database.query(`update staff_provider_visit set ${column} = repeat('x', 43) where staff_id is null`)
    expect((await comeBack(await atProvider(trip.address, 'dina'), trip.cookie)).to).toBe('/?sign-in=refused')
  }
  const late = await leave()
  const lateBack = await atProvider(late.address, 'dina')
  await server.clock.advance(11 * MINUTE_MS)
  expect((await comeBack(lateBack, late.cookie)).to).toBe('/?sign-in=over')
})

test('one subject is one person; a link that was taken back, and somebody who was disabled, open nothing', async () => {
  const [erik, fina] = [await office.join('erik', ['support']), await office.join('fina', ['support'])]
  await link('erik', 'erik')
  expect(problemOf(await link('fina', 'erik'))).toBe('identity_taken')
  const { cookie } = await visit('erik')
  expect((await admin.act('staff.unlink', { login: 'erik' }, 'left the provider')).statusCode).toBe(200)
  await server.clock.advance(MINUTE_MS)
  expect(problemOf(await finish(cookie, { code: erik.code() }))).toBe('sign_in_over')
  expect((await visit('erik')).to).toBe('/?sign-in=unknown#erik')
  await link('fina', 'fina')
  const named = await visit('fina')
  await server.database.query(`update staff_member set disabled_at = now() where login = 'fina'`)
  expect(problemOf(await finish(named.cookie, { code: fina.code() }))).toBe('wrong_credentials')
  expect((await visit('fina')).to).toBe('/?sign-in=unknown#fina')
  const listed = (await admin.get('/staff')).json<{ items: { login: string; subject: string | null }[] }>().items
  expect(listed.find(({ login }) => login === 'erik')?.subject).toBeNull()
})

test('a provider that does not answer leads back to a page that says so', async () => {
  const silent = {
    issuer: 'http://127.0.0.1:9',
    clientId: 'console',
    clientSecret: 'x',
    name: 'Silent ID',
    origin: ORIGIN,
  }
  const other = await createTestApp({ config: { staffProvider: silent } })
  const elsewhere = await createTestConsole(other)
  const answer = await elsewhere.inject({ method: 'GET', url: '/session/provider' })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/?sign-in=unavailable'])
  await elsewhere.close()
})
