import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { appInfoOf } from '../../../test/client/factories'
import { answered, renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import { PushSettings } from './PushSettings'

beforeAll(() => startI18n('en-US'))

const INFO = appInfoOf({ pushKey: 'KEY' })

/** Stands in for the push parts of a browser, which jsdom lacks. */
function browserWith(permission: NotificationPermission | undefined, userAgent = 'Chrome') {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(window, name)
  Reflect.deleteProperty(navigator, 'serviceWorker')
  if (permission === undefined) return
  Object.assign(window, {
    PushManager: class {},
    Notification: { permission, requestPermission: async () => permission },
  })
  const subscription = {
    options: { applicationServerKey: null },
    unsubscribe: async () => true,
    toJSON: () => ({ endpoint: 'https://push.example.com/a', keys: { p256dh: 'p==', auth: 'a' } }),
  }
  const pushManager = { getSubscription: async () => null, subscribe: async () => subscription }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  })
}

async function open(answers: Parameters<typeof renderScreen>[1] = {}, info = INFO) {
  const rendered = renderScreen(<PushSettings />, { getPush: answered({ subscribed: false, off: [] }), ...answers })
  await act(async () => rendered.stores.session.setAppInfo(info))
  return rendered
}
const device = () => screen.getByRole('switch', { name: 'Push notifications on this device' })

test('a tap asks the browser, and the switches of each kind follow', async () => {
  browserWith('granted')
  const { calls, stores } = await open({
    subscribePush: answered({ subscribed: true, off: ['announcements'] }),
    setPushPreferences: answered({ subscribed: true, off: ['announcements', 'money'] }),
  })
  expect(screen.queryByRole('switch', { name: /Order results/ })).toBeNull()
  await userEvent.click(device())
  await waitFor(() => expect(device()).toBeChecked())
  expect(calls.find(({ name }) => name === 'subscribePush')?.body).toMatchObject({
    p256dh: 'p',
    locale: stores.preferences.locale,
  })
  const of = (kind: string) => screen.getByRole('switch', { name: `Push notifications: ${kind}` })
  expect(of('Order results')).toBeChecked()
  expect(of('Announcements')).not.toBeChecked()
  await userEvent.click(of('Deposits, withdrawals and savings'))
  expect(calls.at(-1)).toEqual({ name: 'setPushPreferences', body: { off: ['announcements', 'money'] } })
})

test('a refusal is explained, with what to do', async () => {
  browserWith('default')
  const { stores } = await open()
  Object.assign(window.Notification, { requestPermission: async () => 'denied', permission: 'denied' })
  await userEvent.click(device())
  expect(await screen.findByText(/Your browser blocks notifications from this site/)).toBeInTheDocument()
  expect(stores.ui.toasts.map(({ tone }) => tone)).toEqual(['error'])
  expect(screen.queryByRole('switch')).toBeNull()
})

test.each([
  ['Firefox on a computer without them', 'Firefox', /can’t receive push notifications/],
  ['an iPhone before the app is on the home screen', 'iPhone Safari', /add the app to the Home Screen first/],
])('%s says so and offers no switch', async (_, userAgent, text) => {
  browserWith(undefined, userAgent)
  await open()
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(screen.queryByRole('switch')).toBeNull()
})

test.each([
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1',
    false,
  ],
  ['Safari on a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15', false],
  ['Chrome on a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/131.0.0.0 Safari/537.36', true],
])('a server that cannot push to Apple says so on %s', async (_, userAgent, isOffered) => {
  browserWith('granted', userAgent)
  const { stores } = await open()
  await act(async () => stores.session.setAppInfo({ ...INFO, pushToApple: false }))
  expect(screen.queryByRole('switch') !== null).toBe(isOffered)
  expect(screen.queryByText(/can’t send push notifications to iPhone/) !== null).toBe(!isOffered)
})

test('a server that pushes nothing does not offer it', async () => {
  browserWith('granted')
  const { container, calls } = await open({}, appInfoOf())
  expect(container).toBeEmptyDOMElement()
  expect(calls).toEqual([])
})
