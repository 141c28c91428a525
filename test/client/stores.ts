import type { Http } from '../../src/api/http'
import { LateStores } from '../../src/stores/LateStores'
import { PreferencesStore } from '../../src/stores/PreferencesStore'
import { RootStore } from '../../src/stores/RootStore'
import { SessionStore } from '../../src/stores/SessionStore'

/** All stores over `http`, as they are once the first page is there. */
export function makeStores(http: Http) {
  const stores = new RootStore({
    session: new SessionStore(),
    preferences: new PreferencesStore(),
    http,
    sleep: async () => undefined,
    loadLate: async () => undefined,
  })
  return stores.complete(new LateStores(stores))
}
