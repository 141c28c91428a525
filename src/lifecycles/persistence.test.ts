import { waitFor } from '@testing-library/react'
import * as messages from '../../test/client/loadMessages'
import { startI18n } from '../i18n'
import { PreferencesStore } from '../stores/PreferencesStore'
import { SessionStore } from '../stores/SessionStore'
import { restoreStores, startPersistence } from './persistence'

jest.mock('../../test/client/loadMessages', () => ({
  __esModule: true,
  ...jest.requireActual<object>('../../test/client/loadMessages'),
}))

const fresh = () => ({
  session: new SessionStore(),
  preferences: new PreferencesStore(),
})

test('a session, the preferences and the language outlive a reload', () => {
  const before = fresh()
  const persistence = startPersistence(before)
  before.session.logIn('t', { account: 'lin_mei88', nickname: 'Lin' })
  before.preferences.setTheme('dark')
  before.preferences.setLocale('fr-FR')
  persistence.dispose()

  const after = fresh()
  restoreStores(after)
  expect(after.session.fields).toEqual(before.session.fields)
  expect(after.preferences.theme).toBe('dark')
  expect(after.preferences.locale).toBe('fr-FR')
  expect(window.localStorage.getItem('language')).toBe('fr-FR')
})

test('a kept language that is none of ours is forgotten', () => {
  window.localStorage.setItem('language', 'klingon')
  restoreStores(fresh())
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

test('language and preferences are those of the tab in which they were last chosen; each tab keeps its chart', async () => {
  await startI18n('en-US')
  const [here, there] = [fresh(), fresh()]
  const persistence = [startPersistence(here), startPersistence(there)]
  const tell = () => {
    for (const key of ['preferences', 'language']) window.dispatchEvent(new StorageEvent('storage', { key }))
  }
  here.preferences.setChartView('5m')
  tell()
  there.preferences.setHideBalances(true)
  there.preferences.setTheme('dark')
  there.preferences.setLocale('de-DE')
  tell()
  await waitFor(() => expect(here.preferences.locale).toBe('de-DE'))
  const { hideBalances, theme, locale, chartView } = here.preferences
  expect({ hideBalances, theme, locale, chartView }).toEqual({
    hideBalances: true,
    theme: 'dark',
    locale: 'de-DE',
    chartView: '5m',
  })
  // Nor does a later choice here undo the one made there.
  here.preferences.setTimeZone('utc')
  expect(JSON.parse(window.localStorage.getItem('preferences') ?? '').value).toMatchObject({
    hideBalances: true,
    timeZone: 'utc',
  })
  for (const each of persistence) each.dispose()
})

test('a tab that cannot load the language chosen in another tab keeps its own and takes nothing back', async () => {
  await startI18n('en-US')
  const stores = fresh()
  stores.preferences.setLocale('en-US')
  const persistence = startPersistence(stores)
  const fails = jest.spyOn(messages, 'loadMessages').mockRejectedValueOnce(new Error('offline'))
  window.localStorage.setItem('language', 'th-TH')
  window.dispatchEvent(new StorageEvent('storage', { key: 'language' }))
  await waitFor(() => expect(fails).toHaveBeenCalledWith('th-TH'))
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(stores.preferences.locale).toBe('en-US')
  expect(window.localStorage.getItem('language')).toBe('th-TH')
  persistence.dispose()
  fails.mockRestore()
})
