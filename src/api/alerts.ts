import type { CreatePriceAlert } from '../../contract/alerts'
import type { Http } from './http'

export type AlertsApi = ReturnType<typeof createAlertsApi>

const WHOLE_PAGE = 100

export const createAlertsApi = (http: Http) => ({
  /** The same id and body give the same alert. */
  create: (body: CreatePriceAlert) => http.call('createPriceAlert', { body }),
  /** Waiting alerts, newest first; a user has fewer than one page of them. */
  active: () => http.call('listPriceAlerts', { query: { state: 'active', limit: WHOLE_PAGE } }),
  /** Newest first. */
  triggered: (cursor?: string) => http.call('listPriceAlerts', { query: { state: 'triggered', cursor } }),
  /** The alert as it is then: it may have been triggered in the meantime. */
  cancel: (id: string) => http.call('cancelPriceAlert', { params: { id } }),
})
