import type { Http } from '../api/http'
import type { MarketApi } from '../api/market'
import type { AccountStore } from './AccountStore'
import type { ChangesStore } from './ChangesStore'
import type { ConnectionStore } from './ConnectionStore'
import type { MarketStore } from './MarketStore'
import type { PreferencesStore } from './PreferencesStore'
import type { SessionStore } from './SessionStore'
import type { UiStore } from './UiStore'

/** The parts that the first stores pass to all others. */
export interface FirstParts {
  readonly session: SessionStore
  readonly preferences: PreferencesStore
  readonly ui: UiStore
  readonly connection: ConnectionStore
  readonly changes: ChangesStore
  readonly account: AccountStore
  readonly market: MarketStore
  readonly marketApi: MarketApi
  readonly http: Http
  sleep(ms: number): Promise<void>
}
