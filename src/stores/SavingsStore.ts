import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx'
import type { IncomeDay, MovementsQuery, Savings, SavingsEarning, SavingsMovement } from '../../contract/savings'
import { type SavingsDates, savingsDates } from '../../contract/savingsDates'
import type { ApiFailure, ApiResult } from '../api/http'
import type { IncomeRange, SavingsApi } from '../api/savings'
import { type FailureCode, failed, IDLE, LOADING, type Loadable, loadedValue, ready } from '../domain/loadable'
import { createOrderId, type RandomBytes } from '../domain/orderId'
import { PagedList } from './PagedList'
import type { SavingsDirection, SavingsIntent } from './savingsIntents'
import { type Sent, sendOnce, UNCERTAIN } from './sendOnce'

export type { IncomeRange } from '../api/savings'
/** Why the server did not take a transfer. */
export type SavingsRefusal = ApiFailure

export interface SavingsStoreDeps {
  api: SavingsApi
  /** Of the user who is logged in, or ''. */
  account(): string
  intents: { read(): SavingsIntent[]; write(intents: readonly SavingsIntent[]): boolean }
  /** Device clock, epoch ms. */
  now(): number
  randomBytes: RandomBytes
  sleep(ms: number): Promise<void>
}

/** The server gives a request up after 30 s: a transfer it does not know by then was never made. */
const LOST_AFTER_MS = 35_000
const CHECK_EVERY_MS = 3_000
const FIND_PAGE = 100
const FIND_PAGES_MAX = 5
/** The device's clock, by which a transfer is dated, may be this far ahead of the server's. */
const CLOCK_ROOM_MS = 86_400_000

const notFound = { ok: false, error: { code: 'not_found', details: {}, requestId: '' } } as const

/** Balance savings of the user who is logged in: what is held, what it earns, and transfers in and out. */
export class SavingsStore {
  overview: Loadable<Savings> = IDLE
  /** Why the last refresh of figures that are already shown brought nothing. */
  refreshFailure: FailureCode | undefined = undefined
  intents: SavingsIntent[] = []
  /** The last transfer that turned out to be made after its answer was lost. */
  justMade: SavingsMovement | undefined = undefined
  readonly movements: PagedList<SavingsMovement, MovementsQuery['kind']>
  readonly earnings: PagedList<SavingsEarning, undefined>
  private readonly incomes = observable.map<IncomeRange, Loadable<IncomeDay[]>>({}, { deep: false })
  /** Answers to questions of an earlier session are dropped. */
  private generation = 0
  private loading: Promise<void> | undefined = undefined
  private checking = false
  /** Ids whose sender is still waiting for an answer. */
  private readonly sending = new Set<string>()

  constructor(private readonly deps: SavingsStoreDeps) {
    const { api } = deps
    this.movements = new PagedList<SavingsMovement, MovementsQuery['kind']>(
      (kind, cursor) => api.movements(kind, cursor),
      undefined,
    )
    this.earnings = new PagedList<SavingsEarning, undefined>((_, cursor) => api.earnings(cursor), undefined)
    makeAutoObservable<SavingsStore, 'deps' | 'generation' | 'loading' | 'checking' | 'sending'>(this, {
      deps: false,
      generation: false,
      loading: false,
      checking: false,
      sending: false,
      movements: false,
      earnings: false,
      intents: observableRef,
      justMade: observableRef,
    })
  }

  get figures(): Savings | undefined {
    return loadedValue(this.overview)
  }

  /** Days on which the fund is closed beside weekends, as the server gave them. */
  get closedDays(): ReadonlySet<string> {
    return new Set(this.figures?.closedDays)
  }

  /** Transfers whose answer is being found out, or that were not made; newest last. */
  get unclear(): SavingsIntent[] {
    return this.intents.filter(({ state }) => state !== 'sending')
  }

  /** Another transfer now could be one too many. */
  get isUnclear(): boolean {
    return this.intents.some(({ state }) => state === 'checking')
  }

  incomesOf(range: IncomeRange): Loadable<IncomeDay[]> {
    return this.incomes.get(range) ?? IDLE
  }

  /** The days of a deposit that the server takes at `atMs` (its own clock); undefined until its calendar is known. */
  datesAt(atMs: number): SavingsDates | undefined {
    return this.figures ? savingsDates(atMs, this.closedDays) : undefined
  }

  /** Asks for the figures; two calls at once share one request. Figures at hand stay while it runs and where it fails. */
  load(): Promise<void> {
    this.loading ??= this.fetchOverview().finally(() => {
      this.loading = undefined
    })
    return this.loading
  }

  async loadIncomes(range: IncomeRange): Promise<void> {
    const { generation } = this
    if (this.incomesOf(range).kind !== 'ready') this.incomes.set(range, LOADING)
    const answer = await this.deps.api.incomes(range)
    if (generation !== this.generation) return
    runInAction(() => {
      if (answer.ok) this.incomes.set(range, ready(answer.value.items))
      else if (this.incomesOf(range).kind !== 'ready') this.incomes.set(range, failed(answer.error.code))
    })
  }

  /** Moves `amount` ("100.00") once, however often the network loses the answer. */
  async move(direction: SavingsDirection, amount: string): Promise<Sent<SavingsMovement>> {
    const { deps, generation } = this
    const move = { id: createOrderId(deps.now(), deps.randomBytes), amount }
    const intent: SavingsIntent = { account: deps.account(), direction, move, sentAt: deps.now(), state: 'sending' }
    this.sending.add(move.id)
    const sent = await sendOnce({
      send: () => this.send(intent, generation),
      find: () => this.find(intent),
      sleep: deps.sleep,
    })
    this.sending.delete(move.id)
    // What becomes of it is found out when its user comes back: it is still on the device.
    if (generation !== this.generation) return { kind: 'checking' }
    if (sent.kind !== 'checking') this.forget(move.id)
    void (sent.kind === 'checking' ? this.resolveIntents() : this.load())
    return sent
  }

  /** After login and after the stream came back: finds out what became of transfers without an answer. */
  resume(): void {
    if (this.deps.account() === '') return
    this.loadIntents()
    void this.resolveIntents()
  }

  /** Runs until the fate of each transfer is known. */
  async resolveIntents(): Promise<void> {
    if (this.checking) return
    this.checking = true
    const { generation } = this
    while (generation === this.generation && this.orphans.length > 0) {
      for (const intent of this.orphans) {
        await this.resolveIntent(intent)
        if (generation !== this.generation) return
      }
      if (this.orphans.length > 0) await this.deps.sleep(CHECK_EVERY_MS)
    }
    if (generation === this.generation) this.checking = false
  }

  dismissIntent(id: string): void {
    this.forget(id)
  }

  /** The session is over; nothing of the user stays in memory. Intents wait on the device for their owner. */
  reset(): void {
    this.generation += 1
    this.loading = undefined
    this.checking = false
    this.sending.clear()
    this.overview = IDLE
    this.refreshFailure = undefined
    this.intents = []
    this.justMade = undefined
    this.incomes.clear()
    this.movements.reset()
    this.earnings.reset()
  }

  private async fetchOverview(): Promise<void> {
    const { generation } = this
    if (this.overview.kind !== 'ready') this.overview = LOADING
    const answer = await this.deps.api.overview()
    if (generation !== this.generation) return
    runInAction(() => {
      if (answer.ok) {
        // An answer that was overtaken by a newer one tells of the past.
        if (answer.value.version >= (this.figures?.version ?? 0)) this.overview = ready(answer.value)
        this.refreshFailure = undefined
        return
      }
      this.refreshFailure = answer.error.code
      if (this.overview.kind !== 'ready') this.overview = failed(answer.error.code)
    })
  }

  /** Keeps the transfer on the device, then sends it. */
  private async send(intent: SavingsIntent, generation: number): Promise<ApiResult<SavingsMovement>> {
    const { api, now } = this.deps
    if (generation !== this.generation) return notFound
    const isFirst = !this.intents.some(({ move }) => move.id === intent.move.id)
    this.remember({ ...intent, sentAt: now(), state: isFirst ? 'sending' : 'checking' })
    const answer = await (intent.direction === 'in' ? api.deposit(intent.move) : api.transferOut(intent.move))
    if (answer.ok || generation !== this.generation) return answer
    if (UNCERTAIN.has(answer.error.code)) this.remember({ ...intent, sentAt: now(), state: 'checking' })
    return answer
  }

  /** Looks for a transfer by its id among the user's movements, back to the time when it was sent. */
  private async find({ direction, move, sentAt }: SavingsIntent): Promise<ApiResult<SavingsMovement>> {
    const kind = direction === 'in' ? 'deposit' : 'transfer_out'
    let cursor: string | undefined
    for (let page = 0; page < FIND_PAGES_MAX; page++) {
      const answer = await this.deps.api.movements(kind, cursor, FIND_PAGE)
      if (!answer.ok) return answer
      const { items, nextCursor } = answer.value
      const found = items.find(({ id }) => id === move.id)
      if (found) return { ok: true, value: found }
      const oldest = items[items.length - 1]
      if (nextCursor === null || !oldest || Date.parse(oldest.createdAt) < sentAt - CLOCK_ROOM_MS) break
      cursor = nextCursor
    }
    return notFound
  }

  /** Intents that nobody is sending. */
  private get orphans(): SavingsIntent[] {
    return this.intents.filter(({ state, move }) => state === 'checking' && !this.sending.has(move.id))
  }

  private async resolveIntent(intent: SavingsIntent): Promise<void> {
    const { generation } = this
    const answer = await this.find(intent)
    if (generation !== this.generation) return
    if (answer.ok) {
      this.forget(intent.move.id)
      runInAction(() => {
        this.justMade = answer.value
      })
      void this.load()
      return
    }
    const isLost = answer.error.code === 'not_found' && this.deps.now() - intent.sentAt > LOST_AFTER_MS
    if (isLost) this.remember({ ...intent, state: 'notMade' })
  }

  /** What was on its way when the app closed has no sender any more: it is being checked. */
  private loadIntents(): void {
    const account = this.deps.account()
    this.intents = this.deps.intents
      .read()
      .filter((intent) => intent.account === account)
      .map((intent) =>
        intent.state === 'sending' && !this.sending.has(intent.move.id) ? { ...intent, state: 'checking' } : intent,
      )
  }

  private remember(intent: SavingsIntent): void {
    this.setIntents([...this.intents.filter(({ move }) => move.id !== intent.move.id), intent])
  }

  private forget(id: string): void {
    this.setIntents(this.intents.filter(({ move }) => move.id !== id))
  }

  private setIntents(own: SavingsIntent[]): void {
    this.intents = own
    const account = this.deps.account()
    this.deps.intents.write([...this.deps.intents.read().filter((intent) => intent.account !== account), ...own])
  }
}
