import { startPushService } from '../../../../test/support/pushService'
import { pushSettings, VAPID_KEY } from '../../../test/push'
import { present } from '../../shared/assert'
import { isPublicAddress, lookupPublic, placeOf } from './address'
import { sendPush } from './send'
import { readPushSettings } from './settings'

const hosts = readPushSettings({ VAPID_KEY, VAPID_SUBJECT: 'mailto:ops@example.com' })?.hosts ?? {
  names: [],
  origins: [],
}

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', 'public'],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'public'],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', 'public'],
  ['https://web.push.apple.com/abc', 'public'],
  ['http://fcm.googleapis.com/fcm/send/abc', undefined],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', undefined],
  ['https://user:secret@fcm.googleapis.com/abc', undefined],
  ['https://fcm.googleapis.com.evil.example/abc', undefined],
  ['https://evilnotify.windows.com/abc', undefined],
  ['https://notify.windows.com/abc', undefined],
  ['https://127.0.0.1/abc', undefined],
  ['https://[::1]/abc', undefined],
  ['https://169.254.169.254/latest/meta-data', undefined],
  ['https://localhost/abc', undefined],
  ['no address', undefined],
])('%s', (endpoint, place) => {
  expect(placeOf(endpoint, hosts)).toBe(place)
})

test.each([
  '10.1.2.3',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::1',
  '2001:db8::1',
  'no address',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '142.250.1.1', '2a00:1450:4001::1', '2620:149:af0::10'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test('a name of the list that leads to this machine is not connected to', async () => {
  const found = await new Promise((resolve) => lookupPublic('localhost', {}, (error) => resolve(error?.code)))
  expect(found).toBe('ENOTPUBLIC')
  const service = await startPushService()
  const { endpoint, p256dh, auth } = service.newBrowser()
  const push = {
    p256dh: Buffer.from(p256dh, 'base64url'),
    auth: Buffer.from(auth, 'base64url'),
    payload: { title: 't', body: 'b', path: '/', lang: 'en-US' },
    ttlSeconds: 60,
    urgency: 'low',
  } as const
  const named = pushSettings(service.origin)
  expect(await sendPush({ ...push, endpoint }, named)).toEqual({ kind: 'sent' })
  // The same service, but not on the list of hosts.
  expect(await sendPush({ ...push, endpoint }, pushSettings('push.example.com'))).toEqual({ kind: 'gone' })
  const local = { ...named, hosts: { names: ['localhost'], origins: [] } }
  expect(await sendPush({ ...push, endpoint: 'https://localhost/x' }, local)).toEqual({ kind: 'later', silent: true })
  expect(service.arrived).toHaveLength(1)
  await service.stop()
})

test('settings: no key is no push, and what is wrong is said in one sentence', () => {
  expect(readPushSettings({})).toBeUndefined()
  expect(readPushSettings({ VAPID_KEY, PUBLIC_ORIGIN: 'https://fairtick.example' })?.subject).toBe(
    'https://fairtick.example',
  )
  expect(readPushSettings({ VAPID_KEY, PUSH_HOSTS: 'push.example.com, https://10.0.0.7:8443' })?.hosts).toEqual({
    names: ['push.example.com'],
    origins: ['https://10.0.0.7:8443'],
  })
  for (const env of [
    { VAPID_SUBJECT: 'mailto:ops@localhost' },
    { VAPID_SUBJECT: 'mailto:nobody@localhost.invalid' },
    { VAPID_SUBJECT: 'mailto:<ops@example.com>' },
    { VAPID_SUBJECT: 'https://10.0.0.7' },
    { VAPID_SUBJECT: 'https://fairtick.local:8443/h5' },
    { VAPID_KEY: 'short' },
    { VAPID_KEY: Buffer.alloc(32, 0).toString('base64url') },
    { VAPID_KEY, VAPID_SUBJECT: 'somebody' },
    { PUSH_HOSTS: 'localhost' },
    { PUSH_HOSTS: '10.0.0.7' },
    { PUSH_HOSTS: '*' },
    { PUSH_HOSTS: 'https://push.example.com/path' },
  ])
    expect(() => readPushSettings(env)).toThrow(/^(VAPID_KEY|VAPID_SUBJECT|PUSH_HOSTS) /)
})

test('without a contact that exists nothing goes to Apple, which would refuse it, and the rest goes on', () => {
  const apple = 'https://web.push.apple.com/QABC'
  const settingsOf = (env: Record<string, string>) => present(readPushSettings({ VAPID_KEY, ...env }), 'it has a key')
  for (const PUBLIC_ORIGIN of ['', 'https://127.0.0.1:8443', 'https://localhost', 'https://house.internal']) {
    const settings = settingsOf({ PUBLIC_ORIGIN })
    expect(settings.toApple).toBe(false)
    expect(placeOf(apple, settings.hosts)).toBeUndefined()
    expect(placeOf('https://fcm.googleapis.com/fcm/send/x', settings.hosts)).toBe('public')
  }
  const contacts: Record<string, string>[] = [
    { VAPID_SUBJECT: 'mailto:ops@example.com' },
    { PUBLIC_ORIGIN: 'https://trade.example.com/h5' },
  ]
  for (const env of contacts) {
    const settings = settingsOf(env)
    expect(settings).toMatchObject({ subject: Object.values(env)[0], toApple: true })
    expect(placeOf(apple, settings.hosts)).toBe('public')
  }
})
