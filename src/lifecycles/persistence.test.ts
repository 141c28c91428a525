import { FavouritesStore } from '../stores/FavouritesStore'
import { PreferencesStore } from '../stores/PreferencesStore'
import { SessionStore } from '../stores/SessionStore'
import { restoreStores, startPersistence } from './persistence'

/** Nothing gets through: what was changed waits on the device. */
const offline = { ok: false, error: { code: 'network', details: {}, requestId: '' } } as const
const api = { get: async () => offline, change: async () => offline }
const fresh = () => ({
  session: new SessionStore(),
  preferences: new PreferencesStore(),
  favourites: new FavouritesStore({ api, now: () => 7 }),
})

test('a session, the preferences and the language outlive a reload', () => {
  const before = fresh()
  const persistence = startPersistence(before)
  before.session.logIn('t', { account: 'lin_mei88', nickname: 'Lin' })
  before.preferences.setTheme('dark')
  before.preferences.setLocale('fr-FR')
  before.favourites.toggle('XAU')
  persistence.dispose()

  const after = fresh()
  restoreStores(after)
  expect(after.session.fields).toEqual(before.session.fields)
  expect(after.preferences.theme).toBe('dark')
  expect(after.favourites.symbols).toEqual(['XAU'])
  expect(after.preferences.locale).toBe('fr-FR')
  expect(window.localStorage.getItem('language')).toBe('fr-FR')
})

test('favourites keep whose they are, and what the server does not know yet', () => {
  const before = fresh()
  const persistence = startPersistence(before)
  before.favourites.toggle('XAU')
  before.favourites.become('lin_mei88')
  before.favourites.toggle('BTCUSDT')
  persistence.dispose()
  const after = fresh()
  restoreStores(after)
  expect(after.favourites.symbols).toEqual(['XAU', 'BTCUSDT'])
  expect(after.favourites.sync).toEqual({
    owner: 'lin_mei88',
    waiting: ['XAU', 'BTCUSDT'].map((symbol) => ({ account: 'lin_mei88', symbol, marked: true, at: 7 })),
  })
})

test('a corrupted storage means logged out, never a broken app', () => {
  window.localStorage.setItem('session', '{"version":1,"value":{"token":')
  window.localStorage.setItem('preferences', '\u0000')
  window.localStorage.setItem('language', 'klingon')
  window.localStorage.setItem('favourites', '{}')
  window.localStorage.setItem('favouritesSync', '{"version":1,"value":{"owner":7,"waiting":[]}}')
  const stores = fresh()
  restoreStores(stores)
  const { session, preferences } = stores
  expect(session.isLoggedIn).toBe(false)
  expect(preferences.locale).toBe('zh-CN')
  expect(window.localStorage.length).toBe(0)
})

test('a logout in another tab is followed', () => {
  const stores = fresh()
  const { session } = stores
  session.logIn('t', { account: 'a', nickname: 'a' })
  const persistence = startPersistence(stores)
  window.localStorage.removeItem('session')
  window.dispatchEvent(new StorageEvent('storage', { key: 'session' }))
  expect(session.isLoggedIn).toBe(false)
  persistence.dispose()
})
