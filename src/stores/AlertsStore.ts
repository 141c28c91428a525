import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { CreatePriceAlert, PriceAlert } from '../../contract/alerts'
import type { ApiResult, Http } from '../api/http'
import { createRequestId, type RandomBytes } from '../domain/requestId'
import { PagedList } from './PagedList'
import { itemsOf, Resource } from './Resource'

export interface AlertsStoreDeps {
  http: Http
  /** Device clock, epoch ms. */
  now(): number
  randomBytes: RandomBytes
}

/** Names the sheet with all alerts; every other name is the symbol of a product. */
export const ALL_ALERTS = 'all'

/** A user has fewer waiting alerts than one page of them. */
const WHOLE_PAGE = 100

export type AlertWish = Omit<CreatePriceAlert, 'id'>

/** Price alerts of the user who is logged in. */
export class AlertsStore {
  /** Alerts that wait, newest first. */
  readonly active: Resource<PriceAlert[]>
  /** Alerts that came true, newest first. */
  readonly triggered: PagedList<PriceAlert, undefined>
  /** Alerts that came true between the last two loads of those that wait. */
  justTriggered: readonly PriceAlert[] = []
  /** Whose sheet is open: a product's, or ALL_ALERTS. */
  shown: string | undefined = undefined
  /** The price that the sheet opens with, as a user chose it on a chart. */
  chosen: string | undefined = undefined
  /** Responses to requests of an earlier session are dropped. */
  private generation = 0
  /** The last alert sent without an answer, with its id: sent again, it is the same alert. */
  private unanswered: CreatePriceAlert | undefined = undefined
  /** Cancelled here, so that they do not count as triggered when the server no longer lists them. */
  private readonly cancelled = new Set<string>()

  constructor(private readonly deps: AlertsStoreDeps) {
    const { http } = deps
    const waiting = { state: 'active', limit: WHOLE_PAGE } as const
    this.active = new Resource(() => itemsOf(http.call('listPriceAlerts', { query: waiting })))
    this.triggered = new PagedList<PriceAlert, undefined>(
      (_, cursor) => http.call('listPriceAlerts', { query: { state: 'triggered', cursor } }),
      undefined,
      ({ id }) => id,
    )
    makeAutoObservable<AlertsStore, 'deps' | 'generation' | 'unanswered' | 'cancelled'>(this, {
      deps: false,
      generation: false,
      unanswered: false,
      cancelled: false,
      triggered: false,
      active: false,
      justTriggered: observableRef,
    })
  }

  get waiting(): readonly PriceAlert[] {
    return this.active.value ?? []
  }

  waitingOn(symbol: string): PriceAlert[] {
    return this.waiting.filter((alert) => alert.symbol === symbol)
  }

  /** Alerts of a product that came true, as far as they are loaded. */
  triggeredOn(symbol: string): PriceAlert[] {
    return this.triggered.items.filter((alert) => alert.symbol === symbol)
  }

  show(shown: string | undefined, price?: string): void {
    this.shown = shown
    this.chosen = price
  }

  /** Loads the alerts that wait and, if one is gone, those that came true. A failure keeps the shown alerts. */
  async load(): Promise<void> {
    const before = this.waiting
    if (!(await this.active.refresh())) return
    const left = new Set(this.waiting.map(({ id }) => id))
    const gone = before.filter(({ id }) => !left.has(id) && !this.cancelled.has(id))
    if (gone.length > 0) await this.findTriggered(gone)
  }

  /** Fails with the codes of `createPriceAlert`; if one shows the list to be out of date, loads it again. */
  async create(wish: AlertWish): Promise<ApiResult<PriceAlert>> {
    const { deps, generation, unanswered } = this
    const isSame =
      unanswered?.symbol === wish.symbol && unanswered.direction === wish.direction && unanswered.price === wish.price
    const body = isSame ? unanswered : { ...wish, id: createRequestId(deps.now(), deps.randomBytes) }
    this.unanswered = body
    const answer = await deps.http.call('createPriceAlert', { body })
    if (generation !== this.generation) return answer
    if (answer.ok || !['network', 'timeout'].includes(answer.error.code)) this.unanswered = undefined
    if (answer.ok) this.put(answer.value)
    else if (answer.error.code === 'alert_exists' || answer.error.code === 'alert_limit_reached') void this.load()
    return answer
  }

  /** Takes the alert off the list at once; a refusal puts it back. An answer with `triggered`: the price was faster. */
  async cancel(alert: PriceAlert): Promise<ApiResult<PriceAlert>> {
    const { generation } = this
    this.cancelled.add(alert.id)
    this.active.set(this.waiting.filter(({ id }) => id !== alert.id))
    const answer = await this.deps.http.call('cancelPriceAlert', { params: { id: alert.id } })
    if (generation !== this.generation) return answer
    if (answer.ok && answer.value.state === 'triggered') void this.triggered.refresh()
    if (!answer.ok && answer.error.code !== 'not_found') {
      this.cancelled.delete(alert.id)
      runInAction(() => this.put(alert))
    }
    return answer
  }

  /** The session is over; nothing of the user stays in memory. */
  reset(): void {
    this.generation += 1
    this.active.reset()
    this.justTriggered = []
    this.shown = undefined
    this.unanswered = undefined
    this.cancelled.clear()
    this.triggered.reset()
  }

  private put(alert: PriceAlert): void {
    if (alert.state !== 'active') return
    this.active.set([alert, ...this.waiting.filter(({ id }) => id !== alert.id)])
  }

  private async findTriggered(gone: readonly PriceAlert[]): Promise<void> {
    const { generation } = this
    if (!(await this.triggered.refresh()) || generation !== this.generation) return
    const ids = new Set(gone.map(({ id }) => id))
    const found = this.triggered.items.filter(({ id }) => ids.has(id))
    if (found.length > 0) runInAction(() => (this.justTriggered = found))
  }
}
