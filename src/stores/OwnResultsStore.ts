import type { Order, OrdersExportQuery } from '../../contract/orders'
import type { Results, ResultsQuery } from '../../contract/results'
import type { Http } from '../api/http'
import { PagedList } from './PagedList'
import { Resource, Resources } from './Resource'

/** The result of the user's own closed orders, by period and filter, and the orders that match. */
export class OwnResultsStore {
  readonly found: PagedList<Order, OrdersExportQuery>
  private readonly byQuery: Resources<string, Resource<Results>>

  constructor(private readonly deps: { http: Http }) {
    const { http } = deps
    this.found = new PagedList(
      (filter, cursor) => http.call('listOrders', { query: { state: 'closed', ...filter, cursor } }),
      {},
    )
    this.byQuery = new Resources(
      (key) => new Resource(() => http.call('getResults', { query: JSON.parse(key) as ResultsQuery })),
    )
  }

  of({ period, timeZone, symbol, durationSeconds, result }: ResultsQuery): Resource<Results> {
    return this.byQuery.of(JSON.stringify({ period, timeZone, symbol, durationSeconds, result }))
  }

  /** Closed orders for a file. */
  exportClosed(query: OrdersExportQuery) {
    return this.deps.http.call('exportOrders', { query })
  }

  /** The session is over. */
  reset(): void {
    this.found.reset()
    this.byQuery.reset()
  }
}
