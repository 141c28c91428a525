import { type AppApi, createAppApi } from '../api/app'
import type { Http } from '../api/http'
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
  readonly appApi: AppApi

  constructor(deps: RootStoreDeps) {
    this.session = deps.session
    this.preferences = deps.preferences
    this.appApi = createAppApi(deps.http)
  }
}
