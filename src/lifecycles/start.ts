import { createHttp } from '../api/http'
import { startI18n } from '../i18n'
import { apiBase } from '../platform/apiBase'
import { fetchTheRest, firstData, pageAgeMs } from '../platform/firstScreen'
import { startKeyboard } from '../platform/keyboard'
import { currentUrl } from '../platform/navigation'
import { watchBack } from '../platform/overlays'
import { sendRequest } from '../platform/request'
import { startAt, startsAtHome } from '../platform/startPage'
import { sendPhoto } from '../platform/upload'
import { entryUrl, findRoute } from '../routes'
import { PreferencesStore } from '../stores/PreferencesStore'
import { RootStore } from '../stores/RootStore'
import { SessionStore } from '../stores/SessionStore'
import { startAppearance } from './appearance'
import { startAppInfo } from './appInfo'
import { startConnectivity } from './connectivity'
import { restoreLastKnown } from './lastKnown'
import { startLazyPages } from './lazyPages'
import { restoreStores, startPersistence } from './persistence'
import { endSession, startSessionGuard } from './sessionGuard'
import { loadTheRest } from './theRest'

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Builds the stores of the early pages over the real platform and starts what keeps them true, for as long as the app
 * runs. Everything else is `startAll`, which comes once the first page is there.
 */
export function createApp(): RootStore {
  fetchTheRest()
  const session = new SessionStore()
  const preferences = new PreferencesStore()
  const http = createHttp({
    base: apiBase(),
    send: sendRequest,
    sendPhoto,
    token: () => session.token,
    locale: () => preferences.locale,
    onSessionEnded: (token) => endSession(stores, token),
    sleep,
    random: Math.random,
  })
  const stores: RootStore = new RootStore({ session, preferences, http, sleep, loadLate: loadTheRest })
  restoreStores(stores)
  startPersistence(stores)
  // After `startPersistence`, so that it is kept: the page of the next visit may have no data in it.
  const isKnown = restoreFirstData(stores)
  restoreLastKnown(stores)
  watchBack()
  // A browser's router begins with the page of visitors by itself.
  if (session.isLoggedIn || process.env.TARO_ENV === 'weapp') startAt(entryUrl(session.isLoggedIn))
  startLazyPages({
    entry: () => entryUrl(session.isLoggedIn),
    missing: () => (stores.isComplete() || findRoute(currentUrl())?.early ? undefined : stores.loadLate()),
  })
  startConnectivity(stores.connection)
  startAppInfo({ http: stores.http, session, connection: stores.connection, isKnown })
  startSessionGuard(stores)
  if (session.isLoggedIn && !session.isLocked && startsAtHome()) askForHome(stores)
  startKeyboard()
  // Nothing is shown before the texts are loaded; the theme and the tab labels follow them.
  void startI18n(preferences.locale, 'first').then(() => startAppearance(preferences))
  return stores
}

/** Asks for what a member's home shows while it is being made, for which a phone needs longer than the server for the answers. */
function askForHome({ account, market, preferences }: RootStore): void {
  void market.loadList(preferences.locale)
  void account.load()
}

/** Takes what came with the page as an answer of the API. True if the app info is in it. */
function restoreFirstData({ session, market, preferences: { locale } }: RootStore): boolean {
  // A mini program has no page of the server.
  if (process.env.TARO_ENV !== 'h5') return false
  const { appInfo, locale: usual, products, names } = firstData()
  if (appInfo) session.setAppInfo(appInfo)
  const own = locale === usual ? {} : names?.[locale]
  if (products && own) {
    const named = products.map((product) => ({ ...product, name: own[product.symbol] ?? product.name }))
    market.take(named, locale, Date.now() - pageAgeMs())
  }
  return appInfo !== undefined
}
