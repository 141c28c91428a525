import { makeAutoObservable, runInAction } from 'mobx'
import type { MoneyListQuery } from '../../contract/deposits'
import type { CreateWithdrawal, Withdrawal, WithdrawalTerms } from '../../contract/withdrawals'
import type { ApiResult } from '../api/http'
import { failed, IDLE, LOADING, type Loadable, ready } from '../domain/loadable'
import { createOrderId } from '../domain/orderId'
import type { DepositsStoreDeps } from './DepositsStore'
import { PagedList } from './PagedList'
import { type Sent, sendOnce } from './sendOnce'

/** The rules of withdrawals as they stand for this user, and the user's withdrawals. */
export class WithdrawalsStore {
  terms: Loadable<WithdrawalTerms> = IDLE
  readonly list: PagedList<Withdrawal, MoneyListQuery['status']>
  current: Withdrawal | undefined = undefined

  constructor(private readonly deps: DepositsStoreDeps) {
    this.list = new PagedList<Withdrawal, MoneyListQuery['status']>(
      (status, cursor) => deps.api.withdrawals(status, cursor),
      undefined,
    )
    makeAutoObservable<WithdrawalsStore, 'deps'>(this, { deps: false, list: false })
  }

  async loadTerms(): Promise<void> {
    if (this.terms.kind !== 'ready') this.terms = LOADING
    const answer = await this.deps.api.terms()
    runInAction(() => {
      if (answer.ok) this.terms = ready(answer.value)
      else if (this.terms.kind !== 'ready') this.terms = failed(answer.error.code)
    })
  }

  /** A lost answer is found out with the same id; the trade password is kept nowhere. */
  async create(request: Omit<CreateWithdrawal, 'id'>): Promise<Sent<Withdrawal>> {
    const { api, now, randomBytes, sleep } = this.deps
    const id = createOrderId(now(), randomBytes)
    const sent = await sendOnce({
      send: () => api.createWithdrawal({ id, ...request }),
      find: () => api.withdrawal(id),
      sleep,
    })
    if (sent.kind === 'done') this.take(sent.value)
    return sent
  }

  async load(id: string): Promise<ApiResult<Withdrawal>> {
    return this.taken(await this.deps.api.withdrawal(id))
  }

  async cancel(id: string): Promise<ApiResult<Withdrawal>> {
    return this.taken(await this.deps.api.cancelWithdrawal(id))
  }

  show(withdrawal: Withdrawal | undefined): void {
    this.current = withdrawal
  }

  reset(): void {
    this.terms = IDLE
    this.current = undefined
    this.list.reset()
  }

  private taken(answer: ApiResult<Withdrawal>): ApiResult<Withdrawal> {
    if (answer.ok) this.take(answer.value)
    return answer
  }

  private take(withdrawal: Withdrawal): void {
    this.current = withdrawal
    this.list.replace(({ id }) => id === withdrawal.id, withdrawal)
  }
}
