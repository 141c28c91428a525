import type { AppInfo } from '../../contract/app'
import type { ApiResult, Http } from './http'

export interface AppApi {
  /** What the client needs before anyone has logged in. */
  appInfo(): Promise<ApiResult<AppInfo>>
}

export function createAppApi(http: Http): AppApi {
  return { appInfo: () => http.call<AppInfo>('getAppInfo') }
}
