import type { Http } from './http'

export type AppApi = ReturnType<typeof createAppApi>

export const createAppApi = (http: Http) => ({
  /** What the client needs before anyone has logged in. */
  appInfo: () => http.call('getAppInfo'),
})
