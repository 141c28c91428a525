import { action, makeObservable, observable } from 'mobx'
import type { Page } from '../../contract/common'
import type { MoneyListQuery } from '../../contract/deposits'
import type { ApiResult, Http } from '../api/http'
import { PagedList } from './PagedList'
import { Sender, type SenderDeps } from './sending/Sender'

type Status = MoneyListQuery['status']

export interface MoneyStoreDeps extends SenderDeps {
  http: Http
}

/** The requests that deposits and withdrawals have in common. */
interface Requests<T> {
  list(status: Status, cursor: string | undefined): Promise<ApiResult<Page<T>>>
  one(id: string): Promise<ApiResult<T>>
  cancel(id: string): Promise<ApiResult<T>>
}

/** The common part of deposits and withdrawals: the user's list, those that pages are about, and sending once. */
export abstract class MoneyRecords<K extends 'deposit' | 'withdrawal', T extends { id: string }> {
  readonly list: PagedList<T, Status>
  readonly sender: Sender<K, T>
  /** The records that pages are about; several pages are open at a time, one above the other. */
  private readonly byId = observable.map<string, T>({}, { deep: false })
  /** Responses to requests of an earlier session are dropped. */
  private generation = 0

  constructor(
    deps: SenderDeps,
    kind: K,
    private readonly requests: Requests<T>,
  ) {
    this.list = new PagedList<T, Status>((status, cursor) => requests.list(status, cursor), undefined)
    this.sender = new Sender<K, T>(deps, { kind, findOutcome: ({ id }) => requests.one(id) })
    makeObservable<MoneyRecords<K, T>, 'take'>(this, { show: action, take: action, reset: action })
  }

  load(id: string): Promise<ApiResult<T>> {
    return this.taken(this.requests.one(id))
  }

  cancel(id: string): Promise<ApiResult<T>> {
    return this.taken(this.requests.cancel(id))
  }

  /** A record as it was last heard of, once it was shown, loaded or changed. For observers. */
  recordOf(id: string): T | undefined {
    return this.byId.get(id)
  }

  /** A page is to be about a record of the list. */
  show(record: T): void {
    this.byId.set(record.id, record)
  }

  /** The session is over. Requests without an answer stay on the device. */
  reset(): void {
    this.generation += 1
    this.byId.clear()
    this.list.reset()
    this.sender.reset()
  }

  /** Takes an answer unless the session has ended in the meantime. */
  protected async taken(asked: Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    const { generation } = this
    const answer = await asked
    if (answer.ok && generation === this.generation) this.take(answer.value)
    return answer
  }

  protected take(record: T): void {
    this.byId.set(record.id, record)
    this.list.replace(({ id }) => id === record.id, record)
  }
}
