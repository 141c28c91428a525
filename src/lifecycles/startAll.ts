import { CHANGE_TOPICS } from '../../contract/limits'
import { apiBase } from '../platform/apiBase'
import { startOffline } from '../platform/offline'
import { openSocket, socketUrl } from '../platform/socket'
import { inSteps, nextTask } from '../platform/tasks'
import { guardWaking } from '../platform/waking'
import { startWechatCard } from '../platform/wechatCard'
import { LateStores } from '../stores/LateStores'
import type { RootStore, Stores } from '../stores/RootStore'
import { startAlerts } from './alerts'
import { startAntiDebug } from './antiDebug'
import { startAppLock } from './appLock'
import { startCheckpoints } from './checkpoints'
import { startFavourites } from './favourites'
import { startKeptFavourites } from './keptFavourites'
import { restorePositions, startLastKnown } from './lastKnown'
import { startMessages } from './messages'
import { startOverdue } from './overdue'
import { startPageShapes } from './pageShapes'
import { startPush } from './push'
import { startReasonTexts } from './reasonTexts'
import { startResults } from './results'
import { startSavings } from './savings'
import { endSession, refreshUser } from './sessionGuard'
import { startSessionTime } from './sessionTime'
import { startStream } from './stream'
import { startWallet } from './wallet'

/**
 * Makes the stores that no early page needs, shows them to the page, and starts what keeps them true, each in its
 * own task: the page in front is in use already.
 */
export async function startAll(root: RootStore): Promise<void> {
  // What it guards comes with the late stores.
  guardWaking()
  const late = new LateStores(root)
  await nextTask()
  startKeptFavourites(late.favourites)
  restorePositions(late.orders, root.session)
  const stores = root.complete(late)
  startResults(stores)
  startAppLock(stores)
  startPageShapes()
  // A page that waits for them comes first.
  await nextTask()
  await inSteps([
    () => startMarketStream(stores),
    () => startOverdue(stores),
    () => startCheckpoints(stores),
    () => startSavings(stores),
    () => startWallet(stores),
    () => startMessages(stores),
    () => startAlerts(stores),
    () => startFavourites(stores),
    () => startSessionTime(stores),
    () => startLastKnown(stores),
    () => startOffline(() => stores.ui.setUpdateReady()),
    () => startPush(stores),
    () => startReasonTexts(root.http),
    () => startWechatCard(() => root.session.appInfo?.name ?? '', signPage(root)),
    () => process.env.TARO_APP_ANTI_DEBUG === 'on' && startAntiDebug(),
  ])
}

const signPage =
  ({ http }: RootStore) =>
  async (url: string) => {
    const answer = await http.call('getWechatSignature', { query: { url } })
    return answer.ok ? answer.value : undefined
  }

function startMarketStream(stores: Stores): void {
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
      stores.ticks.applyQuotes(quotes)
      stores.seenPrices.applyQuotes(quotes)
    },
    onStatus: (symbol, status) => stores.market.applyStatus(symbol, status),
    onOrder: (order) => stores.orders.apply(order),
    onBalance: (balance) => stores.account.applyBalance(balance),
    onChanged: (topics) => stores.changes.note(topics),
    onResync: (wasLost) => {
      stores.changes.note(CHANGE_TOPICS)
      void (wasLost ? stores.market.list.load() : stores.market.loadList(stores.preferences.locale))
      refreshUser(stores)
    },
    onSessionEnded: (token) => endSession(stores, token),
    now: Date.now,
    random: Math.random,
  })
}
