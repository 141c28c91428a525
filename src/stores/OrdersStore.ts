import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx'
import type { Page } from '../../contract/common'
import type { Order } from '../../contract/orders'
import type { AcceptedOrder } from '../../contract/proof'
import type { AcceptanceProblem } from '../../proof/acceptance'
import type { AskedOrder } from '../../proof/ask'
import type { ApiResult, Http } from '../api/http'
import type { FailureCode } from '../domain/loadable'
import { AskOutcomes } from './asking/AskOutcomes'
import type { EvidenceStore } from './asking/EvidenceStore'
import type { OrderSigner } from './asking/OrderSigner'
import { PagedList } from './PagedList'
import type { RefusedAsks } from './persistence/refusedAsks'
import { Resource, Resources } from './Resource'
import type { Intent } from './sending/intents'
import { Sender, type SenderDeps } from './sending/Sender'
import type { Refusal, RetryPolicy } from './sending/sendOnce'

export interface OrdersStoreDeps extends SenderDeps {
  http: Http
  signer: Pick<OrderSigner, 'isRefused' | 'makeReady' | 'sign'>
  refusedAsks: RefusedAsks
  evidence: Pick<EvidenceStore, 'accepted' | 'leave' | 'note' | 'unheard' | 'miss' | 'unanswered' | 'load' | 'holds'>
}

/** A ticket's request, and its page's terms; the id is made and signed for here. */
export type OrderRequest = Omit<AskedOrder, 'id' | 'ask' | 'origin'>

/**
 * The outcome of an order. `problems`: if the signed acceptance differs from the request. `checking`: no answer
 * so far, or none that could be checked. `isUnsigned`: the service should have signed its refusal, and has not.
 */
export type Placed =
  | { kind: 'done'; value: Order; problems: readonly AcceptanceProblem[] }
  | { kind: 'refused'; failure: Refusal; isUnsigned: boolean }
  | { kind: 'checking' }

/** Nothing was sent. */
const NOT_SIGNED: Placed = {
  kind: 'refused',
  failure: { code: 'network', details: {}, requestId: '' },
  isUnsigned: false,
}

/** Sends again only while the price on the screen is still the one meant; then the order counts as being checked. */
const WHILE_THE_PRICE_IS_FRESH: RetryPolicy = { resendAfterMs: [700, 2_000], resendWithinMs: 8_000, askAfterMs: [] }
const CLOSED_PAGE = 20
const POSITIONS_PAGE = 100
/** An account can have some hundreds: orders per minute are limited, and none is open for longer than a day. */
const POSITIONS_PAGES_MAX = 10

export const isClosed = (order: Pick<Order, 'status'>) => order.status !== 'pending' && order.status !== 'open'

/** The user's orders: open ones, closed ones, and those sent without an answer so far. */
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
  readonly sender: Sender<'order', AcceptedOrder>
  /** What became of orders without an acceptance. */
  readonly outcomes: AskOutcomes
  /** How far the closed orders are loaded; the orders themselves are in `closed`. */
  readonly closedPages: PagedList<Order, undefined>
  private generation = 0

  constructor(private readonly deps: OrdersStoreDeps) {
    const serverNow = deps.serverNow ?? deps.now
    const isUnclear = (id: string) => this.sender.intents.some((intent) => intent.id === id)
    this.outcomes = new AskOutcomes({ ...deps, kept: deps.refusedAsks, serverNow, isUnclear })
    this.sender = new Sender<'order', AcceptedOrder>(deps, {
      kind: 'order',
      findOutcome: (intent) => this.outcomes.find(intent),
      onFound: (order, { id, body }) => void this.take(order, { id, ...body }),
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
    this.opened = new Resources((id) => new Resource<Order>(() => this.fetch(id)))
    makeAutoObservable<OrdersStore, 'deps' | 'generation'>(this, {
      deps: false,
      generation: false,
      opened: false,
      positionsLoaded: false,
      sender: false,
      outcomes: false,
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
    // Whichever step this is, the server knows the order: only what it signs for it may still be missing.
    const denied = this.sender.deniedOf(order.id) ?? this.refusedOf(order.id)
    const lost = this.sender.unclear.find(({ id }) => id === order.id) ?? denied
    if (!denied) this.sender.forget(order.id)
    if (lost) void this.askAcceptance(lost, denied !== undefined)
    this.deps.evidence.note(order)
    const known = this.byId.get(order.id)
    if (known && known.version >= order.version) return
    this.byId.set(order.id, order)
    if (known && !isClosed(known) && isClosed(order)) this.justClosed = order
  }

  /**
   * Signs an order and sends it once, however often the network loses the answer. It counts as placed only when the
   * service's own signature for it has been checked.
   */
  async place(request: OrderRequest): Promise<Placed> {
    const { generation, sender, deps } = this
    const { agreed, ...terms } = request
    this.lastDurationSeconds = request.durationSeconds
    await deps.signer.makeReady()
    const id = sender.newId()
    const signed = await deps.signer.sign({ id, ...terms }, agreed)
    if (!signed || generation !== this.generation) return NOT_SIGNED
    void deps.evidence.leave({ id, ...request, ...signed })
    const { ask } = signed
    const body = { id, ...terms, ask }
    const sent = await sender.send({ ...request, ...signed }, () => deps.http.call('placeOrder', { body }), id)
    if (sent.kind === 'refused') {
      const isSigned = await this.outcomes.refused({ id, ...request, ...signed }, sent.failure)
      return { ...sent, isUnsigned: isSigned === false }
    }
    if (sent.kind !== 'done') return sent
    const problems = await this.take(sent.value, { id, ...request, ...signed })
    return problems ? { ...sent, problems } : { kind: 'checking' }
  }

  /** After a login or a reconnect of the stream: loads open orders and the outcome of all others. */
  async refresh(): Promise<void> {
    if (this.deps.account() === '') return
    this.sender.resume()
    this.deps.evidence.load()
    await this.loadPositions()
  }

  async loadPositions(): Promise<void> {
    if (!(await this.positionsLoaded.refresh())) return
    await this.catchUp()
    await this.findMissing()
  }

  /** The session is over; nothing of the user stays in memory. Intents wait on the device for their owner. */
  reset(): void {
    this.generation += 1
    this.sender.reset()
    this.outcomes.reset()
    this.closedPages.reset()
    this.byId.clear()
    this.positionsLoaded.reset()
    this.justClosed = undefined
    this.lastDurationSeconds = undefined
    this.opened.reset()
  }

  /** An order with its signed acceptance; resolves to the faults of the acceptance. */
  private async take({ acceptance, ...order }: AcceptedOrder, asked: AskedOrder, denied = false) {
    if (!denied) this.apply(order)
    const problems = await this.deps.evidence.accepted(asked.id, acceptance, asked, denied)
    this.sender.forget(order.id)
    // Its next step may have come in the meantime.
    this.deps.evidence.note(this.byId.get(order.id) ?? order)
    return problems
  }

  /** The stream has told of an order whose answer was lost, or which the service had `denied`. */
  private async askAcceptance({ id, body }: Pick<Intent<'order'>, 'id' | 'body'>, denied: boolean): Promise<void> {
    const { generation } = this
    const answer = await this.deps.http.call('getOrder', { params: { id } })
    if (answer.ok && generation === this.generation) await this.take(answer.value, { id, ...body }, denied)
  }

  /** An ask that the service had refused, until it has accepted it after all and this device has that in hand. */
  private refusedOf(id: string): Pick<Intent<'order'>, 'id' | 'body'> | undefined {
    const refused = this.deps.evidence.holds(id) ? undefined : this.outcomes.refusedOf(id)
    return refused && { id, body: refused.asked }
  }

  /** One order; what the service has signed for it is kept while it is open. */
  private async fetch(id: string): Promise<ApiResult<Order>> {
    const answer = await this.deps.http.call('getOrder', { params: { id } })
    if (!answer.ok) return answer
    const { acceptance, ...order } = answer.value
    if (!isClosed(order)) void this.deps.evidence.accepted(id, acceptance)
    this.deps.evidence.note(order)
    return { ok: true, value: order }
  }

  /** Orders whose acceptances this device holds and that no list has: the service has to know them. */
  private async findMissing(): Promise<void> {
    const { generation } = this
    for (const id of this.deps.evidence.unheard()) {
      const answer = await this.fetch(id)
      if (generation !== this.generation) return
      if (!answer.ok) this.miss(id, answer.error.code)
    }
  }

  /** Orders thought to be open that the server no longer lists have closed while nobody listened. */
  private async catchUp(): Promise<void> {
    const { generation } = this
    const held = new Set(this.positionsLoaded.value?.map(({ id }) => id))
    for (const order of this.positions) {
      if (held.has(order.id)) continue
      const answer = await this.fetch(order.id)
      if (generation !== this.generation) return
      if (answer.ok) this.apply(answer.value)
      else if (this.miss(order.id, answer.error.code)) this.byId.delete(order.id)
    }
  }

  /**
   * The service gave its lists, and not this order. True if it says that there is none and this device can prove that it
   * was accepted, which is shown instead.
   */
  private miss(id: string, code: FailureCode): boolean {
    if (code === 'not_found') return this.deps.evidence.miss(id)
    this.deps.evidence.unanswered(id)
    return false
  }

  private async fetchPositions(): Promise<ApiResult<Order[]>> {
    const orders: Order[] = []
    let cursor: string | undefined
    for (let page = 0; page < POSITIONS_PAGES_MAX; page++) {
      const query = { state: 'holding', cursor, limit: POSITIONS_PAGE } as const
      const answer = await this.deps.http.call('listOrders', { query })
      if (!answer.ok) return answer
      orders.push(...answer.value.items)
      cursor = answer.value.nextCursor ?? undefined
      if (cursor === undefined) break
    }
    return { ok: true, value: orders }
  }

  private async fetchClosed(cursor: string | undefined): Promise<ApiResult<Page<Order>>> {
    const { generation } = this
    const query = { state: 'closed', cursor, limit: CLOSED_PAGE } as const
    const answer = await this.deps.http.call('listOrders', { query })
    if (answer.ok && generation === this.generation) {
      runInAction(() => {
        for (const order of answer.value.items) this.apply(order)
      })
    }
    return answer
  }
}
