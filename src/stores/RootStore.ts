import { action, makeObservable, observable } from 'mobx'
import type { Http } from '../api/http'
import { AccountStore } from './AccountStore'
import { ChangesStore } from './ChangesStore'
import { ConnectionStore } from './ConnectionStore'
import type { EarlyStores, LateStores } from './LateStores'
import { MarketStore } from './MarketStore'
import type { PreferencesStore } from './PreferencesStore'
import type { SessionStore } from './SessionStore'
import { UiStore } from './UiStore'

const AGAIN_AFTER_MS = 10_000

export interface RootStoreDeps {
  /** Made first: the wrapper of requests reads its token. */
  session: SessionStore
  preferences: PreferencesStore
  http: Http
  sleep(ms: number): Promise<void>
  /** Makes the late stores and calls `complete`. */
  loadLate(stores: RootStore): Promise<void>
}

/** With the late stores, which `complete` adds. */
export type Stores = RootStore & LateStores

/**
 * The stores of the app. Those that an early page shows are there from the start. The late ones come in their own file,
 * once that page is there; every other page waits for them.
 */
export class RootStore implements EarlyStores {
  readonly session: SessionStore
  readonly preferences: PreferencesStore
  readonly ui = new UiStore()
  readonly connection = new ConnectionStore()
  readonly changes = new ChangesStore()
  readonly account: AccountStore
  readonly market: MarketStore
  readonly http: Http
  readonly sleep: (ms: number) => Promise<void>
  /** Loads the file of the late stores, once; a call after a failure tries again. */
  readonly loadLate: () => Promise<void>
  private hasLate = false
  /** All stores, once the file of the late ones is loaded: for a tap on an early page. */
  readonly whenLate: Promise<Stores>
  private resetLate = () => {}
  private readonly comeLate: (stores: Stores) => void

  constructor({ session, preferences, http, sleep, loadLate }: RootStoreDeps) {
    this.session = session
    this.preferences = preferences
    this.http = http
    this.sleep = sleep
    this.loadLate = () => loadLate(this)
    this.account = new AccountStore({ fetch: () => http.call('getMe') })
    this.market = new MarketStore({ http })
    let comeLate: (stores: Stores) => void = () => {}
    this.whenLate = new Promise((resolve) => {
      comeLate = resolve
    })
    this.comeLate = comeLate
    makeObservable<RootStore, 'hasLate'>(this, { hasLate: observable, complete: action })
  }

  /** Whether the late stores are there. Only what asks this first, or waits for them, can read them. */
  isComplete(): this is Stores {
    return this.hasLate
  }

  /** For an early page, which works without them: retries until the late stores are there. */
  keepLoadingLate(): void {
    if (this.hasLate) return
    this.loadLate().catch(() => this.sleep(AGAIN_AFTER_MS).then(() => this.keepLoadingLate()))
  }

  complete(late: LateStores): Stores {
    this.resetLate = () => late.resetUser()
    const stores = Object.assign(this, late)
    this.hasLate = true
    this.comeLate(stores)
    return stores
  }

  /** A user's data is dropped with the session. */
  resetUser(): void {
    this.account.reset()
    this.resetLate()
  }
}
