import type { Http } from './http'

export type AccountApi = ReturnType<typeof createAccountApi>

export const createAccountApi = (http: Http) => ({
  /** The user centre: balance, figures, credit score. */
  me: () => http.call('getMe'),
})
