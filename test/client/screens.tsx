import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { EndpointName } from '../../contract/endpoints'
import type { Http } from '../../src/api/http'
import { LateStores } from '../../src/stores/LateStores'
import { PreferencesStore } from '../../src/stores/PreferencesStore'
import { RootStore } from '../../src/stores/RootStore'
import { SessionStore } from '../../src/stores/SessionStore'
import { StoresContext } from '../../src/stores/StoresContext'
import { type Answers, fakeHttp } from './http'
import { fakeTaro } from './taro'

export { type Answers, answered, refused } from './http'

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

/** Shows a screen over real stores and an API that answers from `answers`; what is not there has no network. */
export function renderScreen(screen: ReactNode, answers: Answers = {}, params: Record<string, string> = {}) {
  const calls: { name: EndpointName; body: unknown }[] = []
  const http = fakeHttp(answers, (name, parts) => {
    calls.push({ name, body: name === 'uploadPhoto' ? parts.query : parts.body })
  })
  const stores = makeStores(http)
  fakeTaro.pages = [{ route: '/pages/index/index', options: params }]
  const view = render(<StoresContext.Provider value={stores}>{screen}</StoresContext.Provider>)
  return { stores, calls, answers, ...view }
}
