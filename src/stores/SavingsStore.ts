import type { IncomeDay, MovementsQuery, Savings, SavingsEarning, SavingsMovement } from '../../contract/savings'
import { type SavingsDates, savingsDates } from '../../contract/savingsDates'
import type { ApiResult, Http } from '../api/http'
import { DAY_MS } from '../domain/time'
import { PagedList } from './PagedList'
import { itemsOf, Resource, Resources } from './Resource'
import type { Intent, SavingsDirection } from './sending/intents'
import { Sender, type SenderDeps } from './sending/Sender'
import type { Sent } from './sending/sendOnce'

/** How many of the fund's last days a chart shows. */
export type IncomeRange = '7' | '30' | '90'

export interface SavingsStoreDeps extends SenderDeps {
  http: Http
}

const FIND_PAGE = 100
const FIND_PAGES_MAX = 5
/** The device's clock, by which a transfer is dated, may be this far ahead of the server's. */
const CLOCK_ROOM_MS = DAY_MS

const notFound = { ok: false, error: { code: 'not_found', details: {}, requestId: '' } } as const

/** Balance savings of the user who is logged in: shares, earnings, and transfers in and out. */
export class SavingsStore {
  readonly overview: Resource<Savings>
  readonly incomes: Resources<IncomeRange, Resource<IncomeDay[]>>
  readonly sender: Sender<'savings', SavingsMovement>
  readonly movements: PagedList<SavingsMovement, MovementsQuery['kind']>
  readonly earnings: PagedList<SavingsEarning, undefined>
  /** Counts resets. */
  private session = 0

  constructor(private readonly deps: SavingsStoreDeps) {
    const { http } = deps
    this.overview = new Resource(
      () => http.call('getSavings'),
      // An answer older than the known figures is out of date.
      (figures, known) => (known && known.version > figures.version ? known : figures),
    )
    this.incomes = new Resources(
      (days) => new Resource(() => itemsOf(http.call('listSavingsIncomes', { query: { days } }))),
    )
    this.movements = new PagedList<SavingsMovement, MovementsQuery['kind']>(
      (kind, cursor) => http.call('listSavingsMovements', { query: { kind, cursor } }),
      undefined,
    )
    this.earnings = new PagedList<SavingsEarning, undefined>(
      (_, cursor) => http.call('listSavingsEarnings', { query: { cursor } }),
      undefined,
    )
    this.sender = new Sender<'savings', SavingsMovement>(deps, {
      kind: 'savings',
      findOutcome: (intent) => this.findMovement(intent),
      onFound: () => void this.overview.refresh(),
    })
  }

  get figures(): Savings | undefined {
    return this.overview.value
  }

  /** Days on which the fund is closed in addition to weekends, as the server gave them. */
  get closedDays(): ReadonlySet<string> {
    return new Set(this.figures?.closedDays)
  }

  /** The days of a deposit that the server takes at `atMs` (its own clock); undefined until its calendar is known. */
  datesAt(atMs: number): SavingsDates | undefined {
    return this.figures ? savingsDates(atMs, this.closedDays) : undefined
  }

  /** Moves `amount` ("100.00") once, however often the network loses the answer. */
  async move(direction: SavingsDirection, amount: string): Promise<Sent<SavingsMovement>> {
    const { http } = this.deps
    const { session } = this
    const endpoint = direction === 'in' ? 'depositIntoSavings' : 'transferOutOfSavings'
    const sent = await this.sender.send({ direction, amount }, (id) => http.call(endpoint, { body: { id, amount } }))
    if (sent.kind !== 'checking' && session === this.session) void this.overview.refresh()
    return sent
  }

  /** Turns the daily deposit on, with the amount that stays available ("100.00"), or off with null. */
  async setAutomatic(floor: string | null): Promise<ApiResult<Savings>> {
    const { session } = this
    const answer = await this.deps.http.call('setAutomaticSavings', { body: { floor } })
    if (answer.ok && session === this.session) this.overview.set(answer.value)
    return answer
  }

  /** The session is over; nothing of the user stays in memory. Intents wait on the device for their owner. */
  reset(): void {
    this.session += 1
    this.sender.reset()
    this.overview.reset()
    this.incomes.reset()
    this.movements.reset()
    this.earnings.reset()
  }

  /** Looks for a transfer by its id among the user's movements, back to the time when it was sent. */
  private async findMovement({ id: wanted, body, sentAt }: Intent<'savings'>): Promise<ApiResult<SavingsMovement>> {
    const kind = body.direction === 'in' ? 'deposit' : 'transfer_out'
    let cursor: string | undefined
    for (let page = 0; page < FIND_PAGES_MAX; page++) {
      const query = { kind, cursor, limit: FIND_PAGE } as const
      const answer = await this.deps.http.call('listSavingsMovements', { query })
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
