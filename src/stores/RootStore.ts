import { createAccountApi } from '../api/account'
import { type AppApi, createAppApi } from '../api/app'
import { createAuthApi } from '../api/auth'
import type { Http } from '../api/http'
import { createMarketApi } from '../api/market'
import { createOrdersApi } from '../api/orders'
import { randomBytes } from '../platform/random'
import { AccountStore } from './AccountStore'
import { AuthStore } from './AuthStore'
import { CandlesStore } from './CandlesStore'
import { ChangesStore } from './ChangesStore'
import { ConnectionStore } from './ConnectionStore'
import { FavouritesStore } from './FavouritesStore'
import { MarketStore } from './MarketStore'
import { OrdersStore } from './OrdersStore'
import { readIntents, writeIntents } from './orderIntents'
import type { PreferencesStore } from './PreferencesStore'
import type { SessionStore } from './SessionStore'
import { UiStore } from './UiStore'

export interface RootStoreDeps {
  /** Made first: the wrapper of requests reads its token. */
  session: SessionStore
  preferences: PreferencesStore
  http: Http
  sleep(ms: number): Promise<void>
}

/** Every store of the app, made once by `src/app.tsx`. */
export class RootStore {
  readonly session: SessionStore
  readonly preferences: PreferencesStore
  readonly ui = new UiStore()
  readonly connection = new ConnectionStore()
  readonly changes = new ChangesStore()
  readonly account: AccountStore
  readonly auth: AuthStore
  readonly market: MarketStore
  readonly candles: CandlesStore
  readonly favourites = new FavouritesStore()
  readonly orders: OrdersStore
  readonly appApi: AppApi

  constructor(deps: RootStoreDeps) {
    const { session, preferences, http, sleep } = deps
    this.session = session
    this.preferences = preferences
    this.appApi = createAppApi(http)
    this.account = new AccountStore({ api: createAccountApi(http) })
    this.auth = new AuthStore({ api: createAuthApi(http), session })
    const marketApi = createMarketApi(http)
    this.market = new MarketStore({ api: marketApi })
    this.candles = new CandlesStore({ api: marketApi })
    this.orders = new OrdersStore({
      api: createOrdersApi(http),
      account: () => session.userInfo?.account ?? '',
      intents: { read: readIntents, write: writeIntents },
      now: Date.now,
      randomBytes,
      sleep,
    })
  }
  /**
   * "Clear cache" of spec.md, section 4: what this device keeps for the user goes, and login is needed again. Ids of
   * orders on their way stay: they are what keeps an order from being placed twice.
   */
  clearCache(): void {
    this.auth.logOut()
    this.preferences.reset()
    this.favourites.restore([])
  }
}
