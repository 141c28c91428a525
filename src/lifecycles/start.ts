import { CHANGE_TOPICS } from '../../contract/limits'
import { createHttp } from '../api/http'
import { startI18n } from '../i18n'
import { firstData } from '../platform/firstScreen'
import { startKeyboard } from '../platform/keyboard'
import { startOffline } from '../platform/offline'
import { watchBack } from '../platform/overlays'
import { apiBase, sendRequest } from '../platform/request'
import { openSocket, socketUrl } from '../platform/socket'
import { sendPhoto } from '../platform/upload'
import { PreferencesStore } from '../stores/PreferencesStore'
import { RootStore } from '../stores/RootStore'
import { SessionStore } from '../stores/SessionStore'
import { startAlerts } from './alerts'
import { startAntiDebug } from './antiDebug'
import { startAppearance } from './appearance'
import { startAppInfo } from './appInfo'
import { startConnectivity } from './connectivity'
import { startFavourites } from './favourites'
import { startLastKnown } from './lastKnown'
import { startLazyPages } from './lazyPages'
import { startMessages } from './messages'
import { startOverdue } from './overdue'
import { restoreStores, startPersistence } from './persistence'
import { startResults } from './results'
import { startSavings } from './savings'
import { endSession, refreshUser, startSessionGuard } from './sessionGuard'
import { startSessionTime } from './sessionTime'
import { startStream } from './stream'
import { startWallet } from './wallet'

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Builds the stores over the real platform and starts everything that keeps them up to date, for as long as the app
 * runs.
 */
export function createApp(): RootStore {
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
  const stores: RootStore = new RootStore({ session, preferences, http, sleep })
  restoreStores(stores)
  restoreFirstData(stores)
  startPersistence(stores)
  watchBack()
  startLazyPages()
  startConnectivity(stores.connection)
  startAppInfo({ api: stores.appApi, session, connection: stores.connection })
  startSessionGuard(stores)
  startMarketStream(stores)
  startResults(stores)
  startOverdue(stores)
  startSavings(stores)
  startWallet(stores)
  startMessages(stores)
  startAlerts(stores)
  startFavourites(stores)
  startSessionTime(stores)
  startKeyboard()
  startOffline(() => stores.ui.setUpdateReady())
  startLastKnown(stores)
  if (process.env.TARO_APP_ANTI_DEBUG === 'on') startAntiDebug()
  // Nothing is shown before the texts are loaded; the theme and the tab labels follow them.
  void startI18n(preferences.locale).then(() => startAppearance(preferences))
  return stores
}

/** What came with the page is shown at once, and asked for again like everything else. */
function restoreFirstData({ session, market, preferences }: RootStore): void {
  const { appInfo, locale, products } = firstData()
  if (appInfo) session.setAppInfo(appInfo)
  if (products && locale === preferences.locale) market.restore(products)
}

function startMarketStream(stores: RootStore): void {
  startStream({
    base: socketUrl(apiBase()),
    open: openSocket,
    session: stores.session,
    connection: stores.connection,
    symbols: () => stores.market.wantedSymbols,
    onQuotes: (quotes) => {
      stores.market.applyQuotes(quotes)
      stores.candles.applyQuotes(quotes)
      stores.trails.applyQuotes(quotes)
    },
    onStatus: (symbol, status) => stores.market.applyStatus(symbol, status),
    onOrder: (order) => stores.orders.apply(order),
    onBalance: (balance) => stores.account.applyBalance(balance),
    onChanged: (topics) => stores.changes.note(topics),
    onResync: () => {
      stores.changes.note(CHANGE_TOPICS)
      void stores.market.list.load()
      refreshUser(stores)
    },
    onSessionEnded: (token) => endSession(stores, token),
    now: Date.now,
    random: Math.random,
  })
}
