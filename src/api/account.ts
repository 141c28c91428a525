import type { Me } from '../../contract/accounts'
import type { ApiResult, Http } from './http'

export interface AccountApi {
  /** The user centre. */
  me(): Promise<ApiResult<Me>>
}

export function createAccountApi(http: Http): AccountApi {
  return { me: () => http.call('getMe') }
}
