import type { Order, OrdersExportQuery } from '../../contract/orders'
import type { Results, ResultsQuery } from '../../contract/results'
import type { ApiResult, Http } from '../api/http'
import { bookingOf, sumBookings } from '../domain/proof/booking'
import { PagedList } from './PagedList'
import type { VerifiedResult } from './persistence/keptResults'
import { Resource, Resources } from './Resource'

export interface OwnResultsDeps {
  http: Http
  /** How the orders ended whose result this device has verified, by their ids. */
  verified(): ReadonlyMap<string, VerifiedResult>
  /** Decimals of the currency. */
  scale(): number
}

/** What verified results add up to, and how much of it the capital record has. */
export type BookedTotal = ReturnType<typeof sumBookings>

/** The result of the user's own closed orders, by period and filter, and the orders that match. */
export class OwnResultsStore {
  readonly found: PagedList<Order, OrdersExportQuery>
  private readonly byQuery: Resources<string, Resource<Results>>
  private readonly byIds: Resources<string, Resource<BookedTotal>>

  constructor(private readonly deps: OwnResultsDeps) {
    const { http } = deps
    this.found = new PagedList(
      (filter, cursor) => http.call('listOrders', { query: { state: 'closed', ...filter, cursor } }),
      {},
    )
    this.byQuery = new Resources(
      (key) => new Resource(() => http.call('getResults', { query: JSON.parse(key) as ResultsQuery })),
    )
    this.byIds = new Resources((ids) => new Resource(() => this.readBooked(ids)))
  }

  of({ period, timeZone, symbol, durationSeconds, result }: ResultsQuery): Resource<Results> {
    return this.byQuery.of(JSON.stringify({ period, timeZone, symbol, durationSeconds, result }))
  }

  /** The capital record against these verified results; at most `BOOKED_ORDERS_MAX`. */
  bookedOf(ids: readonly string[]): Resource<BookedTotal> {
    return this.byIds.of(ids.join(','))
  }

  /** Closed orders for a file. */
  exportClosed(query: OrdersExportQuery) {
    return this.deps.http.call('exportOrders', { query })
  }

  /** The session is over. */
  reset(): void {
    this.found.reset()
    this.byQuery.reset()
    this.byIds.reset()
  }

  private async readBooked(ids: string): Promise<ApiResult<BookedTotal>> {
    const { http, verified, scale } = this.deps
    const answer = await http.call('listBookedOrders', { query: { ids } })
    if (!answer.ok) return answer
    const results = verified()
    const bookings = ids.split(',').map((id) => {
      const entries = answer.value.items.filter(({ orderId }) => orderId === id)
      return bookingOf(results.get(id)?.profitLoss ?? '0', scale(), entries)
    })
    return { ok: true, value: sumBookings(bookings, scale()) }
  }
}
