import { action, makeObservable, observableRef } from 'mobx'
import type { Http } from '../api/http'
import { createMarketApi, type MarketApi } from '../api/market'
import { AccountStore } from './AccountStore'
import { ChangesStore } from './ChangesStore'
import { ConnectionStore } from './ConnectionStore'
import type { FirstParts } from './FirstParts'
import { MarketStore } from './MarketStore'
import type { PreferencesStore } from './PreferencesStore'
import type { RootStore } from './RootStore'
import type { SessionStore } from './SessionStore'
import { UiStore } from './UiStore'

const AGAIN_AFTER_MS = 10_000

export interface FirstStoresDeps {
  /** Made first: the wrapper of requests reads its token. */
  session: SessionStore
  preferences: PreferencesStore
  http: Http
  sleep(ms: number): Promise<void>
  /** Makes all stores and calls `complete`. */
  loadAll(stores: FirstStores): Promise<void>
}

/** The stores that an early page shows. The others come in their own file, once that page is there. */
export class FirstStores implements FirstParts {
  readonly session: SessionStore
  readonly preferences: PreferencesStore
  readonly ui = new UiStore()
  readonly connection = new ConnectionStore()
  readonly changes = new ChangesStore()
  readonly account: AccountStore
  readonly market: MarketStore
  readonly marketApi: MarketApi
  readonly http: Http
  readonly sleep: (ms: number) => Promise<void>
  /** Loads the file of the other stores, once; a call after a failure tries again. */
  readonly loadAll: () => Promise<void>
  /** All stores, once their file is loaded. */
  all: RootStore | undefined = undefined
  /** Calls that wait for the other stores. */
  private readonly waiting: ((all: RootStore) => void)[] = []

  constructor({ session, preferences, http, sleep, loadAll }: FirstStoresDeps) {
    this.session = session
    this.preferences = preferences
    this.http = http
    this.sleep = sleep
    this.loadAll = () => loadAll(this)
    this.marketApi = createMarketApi(http)
    this.account = new AccountStore({ fetch: () => http.call('getMe') })
    this.market = new MarketStore({ api: this.marketApi })
    makeObservable(this, { all: observableRef, complete: action })
  }

  /** For an early page, which works without the others: retries until their file is loaded. */
  loadAllLater(): void {
    if (this.all) return
    this.loadAll().catch(() => this.sleep(AGAIN_AFTER_MS).then(() => this.loadAllLater()))
  }

  complete(all: RootStore): void {
    this.all = all
    for (const run of this.waiting.splice(0)) run(all)
  }

  /** Calls `run` with all stores, at once or when they are loaded. For taps on an early page. */
  withAll(run: (all: RootStore) => void): void {
    if (this.all) run(this.all)
    else this.waiting.push(run)
  }

  /** A user's data is dropped with the session. */
  resetUser(): void {
    if (this.all) this.all.resetUser()
    else this.account.reset()
  }
}
