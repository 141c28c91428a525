import type { CreatePriceAlert, PriceAlert, PriceAlertPage } from '../../contract/alerts'
import type { ApiResult, Http } from './http'

export interface AlertsApi {
  /** The same id and body give the same alert. */
  create(body: CreatePriceAlert): Promise<ApiResult<PriceAlert>>
  /** Those that wait, newest first; a user has fewer than a page of them. */
  active(): Promise<ApiResult<PriceAlertPage>>
  /** Newest first. */
  triggered(cursor?: string): Promise<ApiResult<PriceAlertPage>>
  /** The alert as it is then: it may have been triggered meanwhile. */
  cancel(id: string): Promise<ApiResult<PriceAlert>>
}

const WHOLE_PAGE = 100

export function createAlertsApi(http: Http): AlertsApi {
  return {
    create: (body) => http.call('createPriceAlert', { body }),
    active: () => http.call('listPriceAlerts', { query: { state: 'active', limit: WHOLE_PAGE } }),
    triggered: (cursor) => http.call('listPriceAlerts', { query: { state: 'triggered', cursor } }),
    cancel: (id) => http.call('cancelPriceAlert', { params: { id } }),
  }
}
