import type { Results, ResultsQuery } from '../../contract/results'
import type { OrdersApi } from '../api/orders'
import { Resource, Resources } from './Resource'

/** What the user's own closed orders came to, by period and filter. */
export class OwnResultsStore {
  private readonly byQuery: Resources<string, Resource<Results>>

  constructor(deps: { api: Pick<OrdersApi, 'results'> }) {
    this.byQuery = new Resources((key) => new Resource(() => deps.api.results(JSON.parse(key) as ResultsQuery)))
  }

  of({ period, timeZone, symbol, durationSeconds, result }: ResultsQuery): Resource<Results> {
    return this.byQuery.of(JSON.stringify({ period, timeZone, symbol, durationSeconds, result }))
  }

  /** The session is over. */
  reset(): void {
    this.byQuery.reset()
  }
}
