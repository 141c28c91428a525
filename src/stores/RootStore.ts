import { createAccountApi } from '../api/account'
import { type AppApi, createAppApi } from '../api/app'
import { createAuthApi } from '../api/auth'
import type { Http } from '../api/http'
import { AccountStore } from './AccountStore'
import { AuthStore } from './AuthStore'
import { ConnectionStore } from './ConnectionStore'
import type { PreferencesStore } from './PreferencesStore'
import type { SessionStore } from './SessionStore'
import { UiStore } from './UiStore'

export interface RootStoreDeps {
  /** The session is made first: the wrapper of requests reads its token. */
  session: SessionStore
  preferences: PreferencesStore
  http: Http
}

/** Every store of the app, made once by `src/app.tsx`. */
export class RootStore {
  readonly session: SessionStore
  readonly preferences: PreferencesStore
  readonly ui = new UiStore()
  readonly connection = new ConnectionStore()
  readonly account: AccountStore
  readonly auth: AuthStore
  readonly appApi: AppApi

  constructor(deps: RootStoreDeps) {
    this.session = deps.session
    this.preferences = deps.preferences
    this.account = new AccountStore({ api: createAccountApi(deps.http) })
    this.auth = new AuthStore({ api: createAuthApi(deps.http), session: deps.session })
    this.appApi = createAppApi(deps.http)
  }
}
