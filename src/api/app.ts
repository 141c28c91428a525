import type { Http } from './http'

export type AppApi = ReturnType<typeof createAppApi>

export const createAppApi = (http: Http) => ({
  /** Data for the client before login. */
  appInfo: () => http.call('getAppInfo'),
})
