import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { EndpointName } from '../../contract/endpoints'
import type { ApiResult, CallOptions, FailureCode, Http, UploadOptions } from '../../src/api/http'
import { PreferencesStore } from '../../src/stores/PreferencesStore'
import { RootStore } from '../../src/stores/RootStore'
import { SessionStore } from '../../src/stores/SessionStore'
import { StoresContext } from '../../src/stores/StoresContext'
import { fakeTaro } from './taro'

type Answer = ApiResult<unknown> | ((options: CallOptions) => ApiResult<unknown> | Promise<ApiResult<unknown>>)
export type Answers = Partial<Record<EndpointName, Answer>>

export const answered = (value: unknown): ApiResult<unknown> => ({ ok: true, value })
export const refused = (code: FailureCode, details: object = {}): ApiResult<unknown> => ({
  ok: false,
  error: { code, details, requestId: 'c1' },
})

/** Shows a screen over real stores and an API that answers from `answers`; what is not there has no network. */
export function renderScreen(screen: ReactNode, answers: Answers = {}, params: Record<string, string> = {}) {
  const calls: { name: EndpointName; body: unknown }[] = []
  const http: Http = {
    async call<T>(name: EndpointName, options: CallOptions = {}) {
      calls.push({ name, body: options.body })
      const answer = answers[name] ?? refused('network')
      return (typeof answer === 'function' ? await answer(options) : answer) as ApiResult<T>
    },
    async upload<T>(name: EndpointName, { query, onProgress }: UploadOptions) {
      calls.push({ name, body: query })
      onProgress(50)
      const answer = answers[name] ?? refused('network')
      return (typeof answer === 'function' ? await answer({ query }) : answer) as ApiResult<T>
    },
  }
  const stores = new RootStore({
    session: new SessionStore(),
    preferences: new PreferencesStore(),
    http,
    sleep: async () => undefined,
  })
  fakeTaro.pages = [{ route: '/pages/index/index', options: params }]
  const view = render(<StoresContext.Provider value={stores}>{screen}</StoresContext.Provider>)
  return { stores, calls, answers, ...view }
}
