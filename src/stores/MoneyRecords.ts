import { action, makeObservable, observableRef } from 'mobx'
import type { Page } from '../../contract/common'
import type { MoneyListQuery } from '../../contract/deposits'
import type { ApiResult } from '../api/http'
import type { WalletApi } from '../api/wallet'
import { PagedList } from './PagedList'
import { Sender, type SenderDeps } from './sending/Sender'

type Status = MoneyListQuery['status']

export interface MoneyStoreDeps extends SenderDeps {
  api: WalletApi
}

/** The requests that deposits and withdrawals have in common. */
interface Requests<T> {
  list(status: Status, cursor: string | undefined): Promise<ApiResult<Page<T>>>
  one(id: string): Promise<ApiResult<T>>
  cancel(id: string): Promise<ApiResult<T>>
}

/** What deposits and withdrawals have in common: the user's list, the one that a page is about, and sending once. */
export abstract class MoneyRecords<K extends 'deposit' | 'withdrawal', T extends { id: string }> {
  readonly list: PagedList<T, Status>
  readonly sender: Sender<K, T>
  /** The record that the page in front shows. */
  current: T | undefined = undefined
  /** Answers to requests of an earlier session are dropped. */
  private generation = 0

  constructor(
    deps: SenderDeps,
    kind: K,
    private readonly requests: Requests<T>,
  ) {
    this.list = new PagedList<T, Status>((status, cursor) => requests.list(status, cursor), undefined)
    this.sender = new Sender<K, T>(deps, { kind, find: ({ id }) => requests.one(id) })
    makeObservable<MoneyRecords<K, T>, 'take'>(this, {
      current: observableRef,
      show: action,
      take: action,
      reset: action,
    })
  }

  load(id: string): Promise<ApiResult<T>> {
    return this.taken(this.requests.one(id))
  }

  cancel(id: string): Promise<ApiResult<T>> {
    return this.taken(this.requests.cancel(id))
  }

  show(record: T | undefined): void {
    this.current = record
  }

  /** The session is over. Requests without an answer stay on the device. */
  reset(): void {
    this.generation += 1
    this.current = undefined
    this.list.reset()
    this.sender.reset()
  }

  /** Takes an answer unless the session has ended meanwhile. */
  protected async taken(asked: Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    const { generation } = this
    const answer = await asked
    if (answer.ok && generation === this.generation) this.take(answer.value)
    return answer
  }

  protected take(record: T): void {
    this.current = record
    this.list.replace(({ id }) => id === record.id, record)
  }
}
