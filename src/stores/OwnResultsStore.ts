import type { Order, OrdersExportQuery } from '../../contract/orders'
import type { Results, ResultsQuery } from '../../contract/results'
import type { OrdersApi } from '../api/orders'
import { PagedList } from './PagedList'
import { Resource, Resources } from './Resource'

/** The result of the user's own closed orders, by period and filter, and the orders that match. */
export class OwnResultsStore {
  readonly found: PagedList<Order, OrdersExportQuery>
  private readonly byQuery: Resources<string, Resource<Results>>

  constructor(private readonly deps: { api: Pick<OrdersApi, 'results' | 'find' | 'exportClosed'> }) {
    this.found = new PagedList((filter, cursor) => deps.api.find(filter, cursor), {})
    this.byQuery = new Resources((key) => new Resource(() => deps.api.results(JSON.parse(key) as ResultsQuery)))
  }

  of({ period, timeZone, symbol, durationSeconds, result }: ResultsQuery): Resource<Results> {
    return this.byQuery.of(JSON.stringify({ period, timeZone, symbol, durationSeconds, result }))
  }

  /** Closed orders for a file. */
  exportClosed(filter: OrdersExportQuery) {
    return this.deps.api.exportClosed(filter)
  }

  /** The session is over. */
  reset(): void {
    this.found.reset()
    this.byQuery.reset()
  }
}
