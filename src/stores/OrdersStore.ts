import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx'
import type { Order, PlaceOrder } from '../../contract/orders'
import type { ApiFailure } from '../api/http'
import type { OrdersApi } from '../api/orders'
import { type FailureCode, failed, IDLE, LOADING, type Loadable, ready } from '../domain/loadable'
import { createOrderId, type RandomBytes } from '../domain/orderId'
import type { OrderIntent } from './orderIntents'

export interface OrdersStoreDeps {
  api: OrdersApi
  /** Of the user who is logged in, or ''. */
  account(): string
  intents: { read(): OrderIntent[]; write(intents: readonly OrderIntent[]): boolean }
  /** Device clock, epoch ms. */
  now(): number
  randomBytes: RandomBytes
  sleep(ms: number): Promise<void>
}

/** What a ticket asks for; the id is made here. */
export type OrderRequest = Omit<PlaceOrder, 'id'>

/** Why the server did not take an order: the code, and the facts that its message can name. */
export type OrderRefusal = ApiFailure

export type PlaceResult =
  | { kind: 'placed'; order: Order }
  | { kind: 'refused'; failure: OrderRefusal }
  /** No answer yet; the order shows as being checked and resolves itself. */
  | { kind: 'checking' }

/** Sent again at once after these pauses; all within the time in which the price on the screen is still the one meant. */
const RESEND_AFTER_MS = [700, 2_000]
const RESEND_WITHIN_MS = 8_000
/** The server gives a request up after 30 s: an order it does not know by then was never placed. */
const LOST_AFTER_MS = 35_000
const CHECK_EVERY_MS = 3_000
const CLOSED_PAGE = 20
const HOLDINGS_MAX = 100

const UNCERTAIN: ReadonlySet<FailureCode> = new Set(['network', 'timeout', 'unavailable', 'internal'])

export const isClosed = (order: Pick<Order, 'status'>) => order.status !== 'pending' && order.status !== 'open'

/** The user's orders: what is held, what has closed, and what was sent without an answer so far. */
export class OrdersStore {
  holdingsState: Loadable<true> = IDLE
  closedState: Loadable<true> = IDLE
  /** Null: the list has ended. */
  closedCursor: string | null = null
  /** Why the next page of closed orders did not come. */
  closedMore: 'idle' | 'loading' | 'failed' = 'idle'
  intents: OrderIntent[] = []
  /** The last order that closed while the app was open. */
  justClosed: Order | undefined = undefined
  /** Of the order that a page was opened for. */
  opening: Loadable<true> = IDLE
  /** Opened by its address; it may be older than what the list has loaded, so it does not belong there. */
  private opened: Order | undefined = undefined
  private readonly byId = observable.map<string, Order>({}, { deep: false })
  private generation = 0
  private checking = false

  constructor(private readonly deps: OrdersStoreDeps) {
    makeAutoObservable<OrdersStore, 'deps' | 'generation' | 'checking'>(this, {
      deps: false,
      generation: false,
      checking: false,
      intents: observableRef,
      justClosed: observableRef,
    })
  }

  /** Pending and open, newest first. */
  get holdings(): Order[] {
    return [...this.byId.values()]
      .filter((order) => !isClosed(order))
      .sort((a, b) => Date.parse(b.acceptedAt) - Date.parse(a.acceptedAt))
  }

  /** Last closed first, as far as loaded. */
  get closed(): Order[] {
    return [...this.byId.values()]
      .filter(isClosed)
      .sort((a, b) => Date.parse(b.closedAt ?? '') - Date.parse(a.closedAt ?? ''))
  }

  orderOf(id: string): Order | undefined {
    return this.byId.get(id) ?? (this.opened?.id === id ? this.opened : undefined)
  }

  /** Makes sure that `orderOf(id)` knows the order, as far as the server does. */
  async open(id: string): Promise<void> {
    const { generation } = this
    if (this.byId.has(id)) return
    this.opening = LOADING
    const answer = await this.deps.api.get(id)
    if (generation !== this.generation) return
    runInAction(() => {
      this.opening = answer.ok ? ready(true) : failed(answer.error.code)
      if (answer.ok) this.opened = answer.value
    })
  }

  /** Takes an order unless a later step of it is known: messages may arrive in any order. */
  apply(order: Order): void {
    // The server knows it, whichever step this is: there is nothing left to check.
    this.forget(order.id)
    const known = this.byId.get(order.id)
    if (known && known.version >= order.version) return
    this.byId.set(order.id, order)
    if (known && !isClosed(known) && isClosed(order)) this.justClosed = order
  }

  /** Sends an order once, however often the network loses the answer. */
  async place(request: OrderRequest): Promise<PlaceResult> {
    const { deps, generation } = this
    const order: PlaceOrder = { id: createOrderId(deps.now(), deps.randomBytes), ...request }
    this.remember({ account: deps.account(), order, sentAt: deps.now(), state: 'checking' })
    const firstSentAt = deps.now()
    for (let attempt = 0; ; attempt++) {
      const answer = await deps.api.place(order)
      if (generation !== this.generation) return { kind: 'checking' }
      if (answer.ok) {
        this.apply(answer.value)
        return { kind: 'placed', order: answer.value }
      }
      const isCertain = !UNCERTAIN.has(answer.error.code)
      if (isCertain && (attempt === 0 || answer.error.code !== 'unauthenticated')) {
        this.forget(order.id)
        return { kind: 'refused', failure: answer.error }
      }
      const pause = RESEND_AFTER_MS[attempt]
      if (pause === undefined || deps.now() + pause - firstSentAt > RESEND_WITHIN_MS) break
      await deps.sleep(pause)
      if (generation !== this.generation) return { kind: 'checking' }
      // The stream may have told of the order although the answer was lost.
      const known = this.byId.get(order.id)
      if (known) return { kind: 'placed', order: known }
      this.remember({ account: deps.account(), order, sentAt: deps.now(), state: 'checking' })
    }
    void this.resolveIntents()
    return { kind: 'checking' }
  }

  /** Finds out what became of orders without an answer; runs until each is known. */
  async resolveIntents(): Promise<void> {
    if (this.checking) return
    this.checking = true
    const { generation } = this
    while (generation === this.generation && this.intents.some((intent) => intent.state === 'checking')) {
      for (const intent of this.intents) {
        if (intent.state === 'checking') await this.resolveIntent(intent)
        if (generation !== this.generation) break
      }
      if (this.intents.some((intent) => intent.state === 'checking')) await this.deps.sleep(CHECK_EVERY_MS)
    }
    if (generation === this.generation) this.checking = false
  }

  dismissIntent(id: string): void {
    this.forget(id)
  }

  /** After login and after the stream came back: what is held now, and what became of everything else. */
  async refresh(): Promise<void> {
    if (this.deps.account() === '') return
    this.loadIntents()
    void this.resolveIntents()
    await this.loadHoldings()
  }

  async loadHoldings(): Promise<void> {
    const { generation } = this
    if (this.holdingsState.kind !== 'ready') this.holdingsState = LOADING
    const answer = await this.deps.api.list('holding', undefined, HOLDINGS_MAX)
    if (generation !== this.generation) return
    if (!answer.ok) {
      if (this.holdingsState.kind !== 'ready') runInAction(() => (this.holdingsState = failed(answer.error.code)))
      return
    }
    runInAction(() => {
      for (const order of answer.value.items) this.apply(order)
      this.holdingsState = ready(true)
    })
    await this.catchUp(new Set(answer.value.items.map((order) => order.id)))
  }

  async loadClosed(): Promise<void> {
    const { generation } = this
    if (this.closedState.kind !== 'ready') this.closedState = LOADING
    const answer = await this.deps.api.list('closed', undefined, CLOSED_PAGE)
    if (generation !== this.generation) return
    runInAction(() => {
      if (!answer.ok) {
        if (this.closedState.kind !== 'ready') this.closedState = failed(answer.error.code)
        return
      }
      const { items, nextCursor } = answer.value
      // A page that does not reach what is loaded leaves a gap below it: go on from this page, what is known stays.
      const oldest = this.byId.get(items[items.length - 1]?.id ?? '')
      const joins = this.closedState.kind === 'ready' && (items.length === 0 || (oldest && isClosed(oldest)))
      for (const order of items) this.apply(order)
      if (!joins) this.closedCursor = nextCursor
      this.closedState = ready(true)
    })
  }

  async loadMoreClosed(): Promise<void> {
    const { generation, closedCursor } = this
    if (closedCursor === null || this.closedMore === 'loading') return
    this.closedMore = 'loading'
    const answer = await this.deps.api.list('closed', closedCursor, CLOSED_PAGE)
    if (generation !== this.generation) return
    runInAction(() => {
      this.closedMore = answer.ok ? 'idle' : 'failed'
      if (!answer.ok) return
      for (const order of answer.value.items) this.apply(order)
      this.closedCursor = answer.value.nextCursor
    })
  }

  /** The session is over; nothing of the user stays in memory. Intents wait on the device for their owner. */
  reset(): void {
    this.generation += 1
    this.checking = false
    this.byId.clear()
    this.intents = []
    this.holdingsState = IDLE
    this.closedState = IDLE
    this.closedCursor = null
    this.closedMore = 'idle'
    this.justClosed = undefined
    this.opening = IDLE
    this.opened = undefined
  }

  /** Orders thought to be held that the server no longer lists have closed while nobody listened. */
  private async catchUp(held: ReadonlySet<string>): Promise<void> {
    const { generation } = this
    for (const order of this.holdings) {
      if (held.has(order.id)) continue
      const answer = await this.deps.api.get(order.id)
      if (generation !== this.generation) return
      if (answer.ok) this.apply(answer.value)
    }
  }

  private async resolveIntent(intent: OrderIntent): Promise<void> {
    const { generation } = this
    const answer = await this.deps.api.get(intent.order.id)
    if (generation !== this.generation) return
    if (answer.ok) return this.apply(answer.value)
    const isLost = answer.error.code === 'not_found' && this.deps.now() - intent.sentAt > LOST_AFTER_MS
    if (isLost) this.remember({ ...intent, state: 'notPlaced' })
  }

  private loadIntents(): void {
    const account = this.deps.account()
    this.intents = this.deps.intents.read().filter((intent) => intent.account === account)
  }

  private remember(intent: OrderIntent): void {
    this.setIntents([...this.intents.filter((other) => other.order.id !== intent.order.id), intent])
  }

  private forget(id: string): void {
    if (this.intents.some((intent) => intent.order.id === id)) {
      this.setIntents(this.intents.filter((intent) => intent.order.id !== id))
    }
  }

  private setIntents(own: OrderIntent[]): void {
    this.intents = own
    const account = this.deps.account()
    this.deps.intents.write([...this.deps.intents.read().filter((intent) => intent.account !== account), ...own])
  }
}
