import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { EndpointName } from '../../contract/endpoints'
import { StoresContext } from '../../src/stores/StoresContext'
import { type Answers, fakeHttp } from './http'
import { makeStores } from './stores'
import { fakeTaro } from './taro'

export { type Answers, answered, refused } from './http'

/** The user of the tests. */
export const LIN = { account: 'lin_mei88', nickname: 'lin_mei88' }

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

/** The same for a user who logs in while the screen is open. */
export function renderLoggedIn(...show: Parameters<typeof renderScreen>) {
  const shown = renderScreen(...show)
  act(() => shown.stores.session.logIn('token', LIN))
  return shown
}
