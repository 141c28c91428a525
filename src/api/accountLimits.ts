import type { BeginBreak, SetAccountLimit } from '../../contract/accountLimits'
import type { AccountLimitKind } from '../../contract/limits'
import type { Locale } from '../../contract/locales'
import type { Http } from './http'

export type AccountLimitsApi = ReturnType<typeof createAccountLimitsApi>

/** Each change answers what holds after it. */
export const createAccountLimitsApi = (http: Http) => ({
  get: () => http.call('getAccountLimits'),
  set: (kind: AccountLimitKind, body: SetAccountLimit) => http.call('setAccountLimit', { params: { kind }, body }),
  confirm: (kind: AccountLimitKind) => http.call('confirmAccountLimit', { params: { kind } }),
  beginBreak: (body: BeginBreak) => http.call('beginBreak', { body }),
  endBreak: () => http.call('endBreak'),
  helpLines: (locale: Locale) => http.call('listHelpLines', { query: { locale } }),
  /** `since` is epoch ms. */
  activity: (since: number) => http.call('getActivity', { query: { since: String(since) } }),
})
