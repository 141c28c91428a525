import type { PushPreferences, PushSubscriptionBody } from '../../contract/push'
import type { Http } from './http'

export type PushApi = ReturnType<typeof createPushApi>

/** The pushes to browsers, and to this one. */
export const createPushApi = (http: Http) => ({
  state: () => http.call('getPush'),
  subscribe: (body: PushSubscriptionBody) => http.call('subscribePush', { body }),
  unsubscribe: () => http.call('unsubscribePush'),
  setPreferences: (body: PushPreferences) => http.call('setPushPreferences', { body }),
})
