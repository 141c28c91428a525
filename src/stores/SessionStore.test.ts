import { appInfoOf } from '../../test/client/factories'
import { parseSession, SessionStore } from './SessionStore'

const appInfo = appInfoOf({ locales: ['zh-CN'], kefuUrl: 'https://help.example/' })

test('holds exactly the fields of the specification', () => {
  expect(Object.keys(new SessionStore().fields).sort()).toEqual(
    ['appInfo', 'kefuUrl', 'orderBackUrl', 'registerInfo', 'token', 'userInfo'].sort(),
  )
})

test('logout resets the session as a whole', () => {
  const session = new SessionStore()
  session.setAppInfo(appInfo)
  session.setOrderBackUrl('/pages/order/order')
  session.logIn('t', { account: 'lin_mei88', nickname: 'Lin' })
  expect(session.isLoggedIn).toBe(true)
  expect(session.kefuUrl).toBe('https://help.example/')
  session.reset()
  expect(session.fields).toEqual(new SessionStore().fields)
})

test('the way back is given once', () => {
  const session = new SessionStore()
  session.setOrderBackUrl('/pages/user/user')
  expect([session.takeOrderBackUrl(), session.takeOrderBackUrl()]).toEqual(['/pages/user/user', ''])
})

test.each([
  ['text', 'hello'],
  ['an array', []],
  ['null', null],
])('%s is no session', (_, value) => {
  expect(parseSession(value)).toBeUndefined()
})

test('damaged fields heal one by one', () => {
  const kept = { token: 7, userInfo: { account: 'a' }, appInfo, registerInfo: 'x', orderBackUrl: null, kefuUrl: 'k' }
  expect(parseSession(kept)).toEqual({
    token: '',
    userInfo: null,
    appInfo,
    registerInfo: null,
    orderBackUrl: '',
    kefuUrl: 'k',
  })
})
