import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { IncomeDay, MovementsQuery, Savings, SavingsEarning, SavingsMovement } from '../../contract/savings'
import { type SavingsDates, savingsDates } from '../../contract/savingsDates'
import type { ApiResult } from '../api/http'
import type { IncomeRange, SavingsApi } from '../api/savings'
import { type FailureCode, failed, IDLE, LOADING, type Loadable, loadedValue, ready } from '../domain/loadable'
import { PagedList } from './PagedList'
import type { Intent, SavingsDirection } from './sending/intents'
import { Sender, type SenderDeps } from './sending/Sender'
import type { Sent } from './sending/sendOnce'

export type { IncomeRange } from '../api/savings'

export interface SavingsStoreDeps extends SenderDeps {
  api: SavingsApi
}

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
  readonly sender: Sender<'savings', SavingsMovement>
  readonly movements: PagedList<SavingsMovement, MovementsQuery['kind']>
  readonly earnings: PagedList<SavingsEarning, undefined>
  private readonly incomes = observable.map<IncomeRange, Loadable<IncomeDay[]>>({}, { deep: false })
  /** Answers to questions of an earlier session are dropped. */
  private generation = 0
  private loading: Promise<void> | undefined = undefined

  constructor(private readonly deps: SavingsStoreDeps) {
    const { api } = deps
    this.movements = new PagedList<SavingsMovement, MovementsQuery['kind']>(
      (kind, cursor) => api.movements(kind, cursor),
      undefined,
    )
    this.earnings = new PagedList<SavingsEarning, undefined>((_, cursor) => api.earnings(cursor), undefined)
    this.sender = new Sender<'savings', SavingsMovement>(deps, {
      kind: 'savings',
      find: (intent) => this.find(intent),
      onFound: () => void this.load(),
    })
    makeAutoObservable<SavingsStore, 'deps' | 'generation' | 'loading'>(this, {
      deps: false,
      generation: false,
      loading: false,
      sender: false,
      movements: false,
      earnings: false,
    })
  }

  get figures(): Savings | undefined {
    return loadedValue(this.overview)
  }

  /** Days on which the fund is closed beside weekends, as the server gave them. */
  get closedDays(): ReadonlySet<string> {
    return new Set(this.figures?.closedDays)
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
    const { api } = this.deps
    const { generation } = this
    const sent = await this.sender.send({ direction, amount }, (id) =>
      direction === 'in' ? api.deposit({ id, amount }) : api.transferOut({ id, amount }),
    )
    if (sent.kind !== 'checking' && generation === this.generation) void this.load()
    return sent
  }

  /** The session is over; nothing of the user stays in memory. Intents wait on the device for their owner. */
  reset(): void {
    this.generation += 1
    this.loading = undefined
    this.sender.reset()
    this.overview = IDLE
    this.refreshFailure = undefined
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

  /** Looks for a transfer by its id among the user's movements, back to the time when it was sent. */
  private async find({ id: wanted, body, sentAt }: Intent<'savings'>): Promise<ApiResult<SavingsMovement>> {
    const kind = body.direction === 'in' ? 'deposit' : 'transfer_out'
    let cursor: string | undefined
    for (let page = 0; page < FIND_PAGES_MAX; page++) {
      const answer = await this.deps.api.movements(kind, cursor, FIND_PAGE)
      if (!answer.ok) return answer
      const { items, nextCursor } = answer.value
      const found = items.find(({ id }) => id === wanted)
      if (found) return { ok: true, value: found }
      const oldest = items[items.length - 1]
      if (nextCursor === null || !oldest || Date.parse(oldest.createdAt) < sentAt - CLOCK_ROOM_MS) break
      cursor = nextCursor
    }
    return notFound
  }
}
