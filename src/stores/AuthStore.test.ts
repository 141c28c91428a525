import { type Answers, refused as fail, fakeHttp, answered as ok } from '../../test/client/http'
import type { FailureCode } from '../api/http'
import { AuthStore } from './AuthStore'
import { SessionStore } from './SessionStore'

const ANSWERS = { account: 'lin_mei88', phone: '13800138000', phoneCountry: 'CN', openingCode: '7F3K9Q' }
const PASSWORDS = { loginPassword: 'violet-harbor-9', tradePassword: '402913' }

function setUp(answers: Answers) {
  const session = new SessionStore()
  return { session, auth: new AuthStore({ http: fakeHttp(answers), session }) }
}

test('step one keeps its answers, and coming back replaces its ticket', async () => {
  const checkRegistration = jest.fn(async (_: unknown) =>
    ok({ registrationToken: 'ticket', expiresAt: '2026-11-20T14:00:00Z' }),
  )
  const { auth, session } = setUp({ checkRegistration })
  await auth.checkRegistration(ANSWERS)
  expect(session.registerInfo).toEqual({ ...ANSWERS, registrationToken: 'ticket', expiresAt: '2026-11-20T14:00:00Z' })
  await auth.checkRegistration({ ...ANSWERS, phone: '13900139000' })
  expect(checkRegistration).toHaveBeenLastCalledWith({ body: { ...ANSWERS, phone: '13900139000', replaces: 'ticket' } })
})

test('an expired ticket goes, the answers stay, and no password is ever kept', async () => {
  const { auth, session } = setUp({ completeRegistration: fail('registration_expired') })
  session.setRegisterInfo({ ...ANSWERS, registrationToken: 'ticket', expiresAt: '2026-11-20T14:00:00Z' })
  await auth.completeRegistration(PASSWORDS)
  expect(session.registerInfo).toEqual({ ...ANSWERS, registrationToken: '', expiresAt: '' })
  expect(JSON.stringify(session.fields)).not.toContain(PASSWORDS.loginPassword)
})

test('a completed registration leaves nothing behind', async () => {
  const { auth, session } = setUp({ completeRegistration: ok({ account: 'lin_mei88' }) })
  session.setRegisterInfo({ ...ANSWERS, registrationToken: 'ticket', expiresAt: '2026-11-20T14:00:00Z' })
  expect(await auth.completeRegistration(PASSWORDS)).toEqual(ok({ account: 'lin_mei88' }))
  expect(session.registerInfo).toBeNull()
})

describe('a registration whose answer was lost', () => {
  const user = { account: 'lin_mei88', nickname: 'lin_mei88' }
  const opened = ok({ token: 'token', expiresAt: '2026-12-20T14:00:00Z', deviceToken: 'known', user })
  const again = async (first: FailureCode, login: Answers['login']) => {
    const answers = [fail(first), fail('registration_expired')]
    const parts = setUp({ completeRegistration: () => answers.shift() ?? fail('registration_expired'), login })
    parts.session.setRegisterInfo({ ...ANSWERS, registrationToken: 'ticket', expiresAt: '2026-11-20T14:00:00Z' })
    await parts.auth.completeRegistration(PASSWORDS)
    return { ...parts, result: await parts.auth.completeRegistration(PASSWORDS) }
  }

  test('is complete, and logged in, if the password opens the account', async () => {
    const login = jest.fn(async (_: unknown) => opened)
    const { session, result } = await again('network', login)
    expect(result).toEqual(ok({ account: 'lin_mei88' }))
    expect(login.mock.calls).toEqual([[{ body: { account: 'lin_mei88', password: PASSWORDS.loginPassword } }]])
    expect(session.fields).toMatchObject({ token: 'token', registerInfo: null })
  })

  test('has expired if it does not', async () => {
    const { session, result } = await again('timeout', fail('wrong_credentials'))
    expect(result).toEqual(fail('registration_expired'))
    expect(session.registerInfo?.registrationToken).toBe('')
  })

  test('stays open while nobody answers', async () => {
    const { session, result } = await again('network', fail('network'))
    expect(result).toEqual(fail('network'))
    expect(session.registerInfo?.registrationToken).toBe('ticket')
  })

  test('an answer that says no asks for no login', async () => {
    const { result } = await again('rate_limited', () => Promise.reject(new Error('not expected')))
    expect(result).toEqual(fail('registration_expired'))
  })
})

test('logging in fills the session; logging out empties it whatever the server says', async () => {
  const user = { account: 'lin_mei88', nickname: 'lin_mei88' }
  const { auth, session } = setUp({
    login: ok({ token: 'token', expiresAt: '2026-12-20T14:00:00Z', deviceToken: null, user }),
    logout: fail('network'),
  })
  await auth.logIn({ account: 'lin_mei88', password: 'violet-harbor-9' })
  expect(session.fields).toMatchObject({ token: 'token', userInfo: user })
  await auth.logOut()
  expect(session.fields).toMatchObject({ token: '', userInfo: null, orderBackUrl: '' })
})

test('a session that is gone already counts as ended', async () => {
  const entry = { device: 'App', createdAt: '', lastSeenAt: '' }
  const items = [
    { ...entry, id: 'a', current: true },
    { ...entry, id: 'b', current: false },
  ]
  const { auth } = setUp({ listSessions: ok({ items }), endSession: fail('not_found') })
  await auth.sessions.refresh()
  expect((await auth.endSession('b')).ok).toBe(true)
  expect(auth.sessions.state).toEqual({ kind: 'ready', value: [items[0]] })
})
