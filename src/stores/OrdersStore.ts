import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx'
import type { Page } from '../../contract/common'
import type { Order, PlaceOrder } from '../../contract/orders'
import type { ApiResult } from '../api/http'
import type { OrdersApi } from '../api/orders'
import { PagedList } from './PagedList'
import { Resource, Resources } from './Resource'
import { Sender, type SenderDeps } from './sending/Sender'
import type { RetryPolicy, Sent } from './sending/sendOnce'

export interface OrdersStoreDeps extends SenderDeps {
  api: OrdersApi
}

/** What a ticket asks for; the id is made here. */
export type OrderRequest = Omit<PlaceOrder, 'id'>

/** Sends again only while the price on the screen is still the one meant; then the order counts as being checked. */
const WHILE_THE_PRICE_IS_FRESH: RetryPolicy = { resendAfterMs: [700, 2_000], resendWithinMs: 8_000, askAfterMs: [] }
const CLOSED_PAGE = 20
const POSITIONS_PAGE = 100
/** An account can hold some hundreds: so many orders a minute, none for longer than a day. */
const POSITIONS_PAGES_MAX = 10

export const isClosed = (order: Pick<Order, 'status'>) => order.status !== 'pending' && order.status !== 'open'

/** The user's orders: what is open, what has closed, and what was sent without an answer so far. */
export class OrdersStore {
  /** The last order that closed while the app was open. */
  justClosed: Order | undefined = undefined
  /** Duration of the last order placed here; the next ticket begins with it. */
  lastDurationSeconds: number | undefined = undefined
  /** Whether the positions are loaded; the orders themselves are in `positions`. */
  readonly positionsLoaded: Resource<Order[]>
  /** Orders opened by their addresses; they may be older than the loaded part of the list, so they are kept apart. */
  readonly opened: Resources<string, Resource<Order>>
  private readonly byId = observable.map<string, Order>({}, { deep: false })
  /** Sends orders and keeps those without an answer. */
  readonly sender: Sender<'order', Order>
  /** How far the closed orders are loaded; the orders themselves are in `closed`. */
  readonly closedPages: PagedList<Order, undefined>
  private generation = 0

  constructor(private readonly deps: OrdersStoreDeps) {
    this.sender = new Sender<'order', Order>(deps, {
      kind: 'order',
      find: ({ id }) => deps.api.get(id),
      known: (id) => this.byId.get(id),
      onFound: (order) => this.apply(order),
      policy: WHILE_THE_PRICE_IS_FRESH,
    })
    this.closedPages = new PagedList<Order, undefined>(
      (_, cursor) => this.fetchClosed(cursor),
      undefined,
      ({ id }) => id,
    )
    this.positionsLoaded = new Resource<Order[]>(
      () => this.fetchPositions(),
      (orders) => {
        for (const order of orders) this.apply(order)
        return orders
      },
    )
    this.opened = new Resources((id) => new Resource<Order>(() => deps.api.get(id)))
    makeAutoObservable<OrdersStore, 'deps' | 'generation'>(this, {
      deps: false,
      generation: false,
      opened: false,
      positionsLoaded: false,
      sender: false,
      closedPages: false,
      justClosed: observableRef,
    })
  }

  /** Pending and open, newest first. */
  get positions(): Order[] {
    return [...this.byId.values()]
      .filter((order) => !isClosed(order))
      .sort((a, b) => Date.parse(b.acceptedAt) - Date.parse(a.acceptedAt))
  }

  /** The products of the positions, and when the first order of each was accepted, epoch ms. */
  get heldSince(): ReadonlyMap<string, number> {
    return new Map(this.positions.map(({ symbol, acceptedAt }) => [symbol, Date.parse(acceptedAt)]))
  }

  /** Last closed first, as far as loaded. */
  get closed(): Order[] {
    return [...this.byId.values()]
      .filter(isClosed)
      .sort((a, b) => Date.parse(b.closedAt ?? '') - Date.parse(a.closedAt ?? ''))
  }

  orderOf(id: string): Order | undefined {
    return this.byId.get(id) ?? this.opened.of(id).value
  }

  /** Makes sure that `orderOf(id)` knows the order, as far as the server does. */
  async open(id: string): Promise<void> {
    if (!this.byId.has(id)) await this.opened.of(id).refresh()
  }

  /** Takes an order unless a later step of it is known: messages may arrive in any order. */
  apply(order: Order): void {
    // Whichever step this is, the server knows the order: nothing is left to check.
    this.sender.forget(order.id)
    const known = this.byId.get(order.id)
    if (known && known.version >= order.version) return
    this.byId.set(order.id, order)
    if (known && !isClosed(known) && isClosed(order)) this.justClosed = order
  }

  /** Sends an order once, however often the network loses the answer. */
  async place(request: OrderRequest): Promise<Sent<Order>> {
    this.lastDurationSeconds = request.durationSeconds
    const sent = await this.sender.send(request, (id) => this.deps.api.place({ id, ...request }))
    if (sent.kind === 'done') this.apply(sent.value)
    return sent
  }

  /** After a login or a reconnect of the stream: loads open orders and the outcome of all others. */
  async refresh(): Promise<void> {
    if (this.deps.account() === '') return
    this.sender.resume()
    await this.loadPositions()
  }

  async loadPositions(): Promise<void> {
    if (await this.positionsLoaded.refresh()) await this.catchUp()
  }

  /** The session is over; nothing of the user stays in memory. Intents wait on the device for their owner. */
  reset(): void {
    this.generation += 1
    this.sender.reset()
    this.closedPages.reset()
    this.byId.clear()
    this.positionsLoaded.reset()
    this.justClosed = undefined
    this.lastDurationSeconds = undefined
    this.opened.reset()
  }

  /** Orders thought to be open that the server no longer lists have closed while nobody listened. */
  private async catchUp(): Promise<void> {
    const { generation } = this
    const held = new Set(this.positionsLoaded.value?.map(({ id }) => id))
    for (const order of this.positions) {
      if (held.has(order.id)) continue
      const answer = await this.deps.api.get(order.id)
      if (generation !== this.generation) return
      if (answer.ok) this.apply(answer.value)
    }
  }

  private async fetchPositions(): Promise<ApiResult<Order[]>> {
    const orders: Order[] = []
    let cursor: string | undefined
    for (let page = 0; page < POSITIONS_PAGES_MAX; page++) {
      const answer = await this.deps.api.list('holding', cursor, POSITIONS_PAGE)
      if (!answer.ok) return answer
      orders.push(...answer.value.items)
      cursor = answer.value.nextCursor ?? undefined
      if (cursor === undefined) break
    }
    return { ok: true, value: orders }
  }

  private async fetchClosed(cursor: string | undefined): Promise<ApiResult<Page<Order>>> {
    const { generation } = this
    const answer = await this.deps.api.list('closed', cursor, CLOSED_PAGE)
    if (answer.ok && generation === this.generation) {
      runInAction(() => {
        for (const order of answer.value.items) this.apply(order)
      })
    }
    return answer
  }
}
