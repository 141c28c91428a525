import type { Me } from '../../contract/accounts'
import type { ApiResult, Http } from './http'

export interface AccountApi {
  /** The user center of spec.md, section 3. */
  me(): Promise<ApiResult<Me>>
}

export function createAccountApi(http: Http): AccountApi {
  return { me: () => http.call('getMe') }
}
