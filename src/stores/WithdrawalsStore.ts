import { makeAutoObservable, runInAction } from 'mobx'
import type { MoneyListQuery } from '../../contract/deposits'
import type { CreateWithdrawal, Withdrawal, WithdrawalTerms } from '../../contract/withdrawals'
import type { ApiResult } from '../api/http'
import { failed, IDLE, LOADING, type Loadable, ready } from '../domain/loadable'
import type { DepositsStoreDeps } from './DepositsStore'
import { PagedList } from './PagedList'
import { Sender } from './sending/Sender'
import type { Sent } from './sending/sendOnce'

/** The rules of withdrawals as they stand for this user, and the user's withdrawals. */
export class WithdrawalsStore {
  terms: Loadable<WithdrawalTerms> = IDLE
  readonly list: PagedList<Withdrawal, MoneyListQuery['status']>
  readonly sender: Sender<'withdrawal', Withdrawal>
  /** The one that a page is about. */
  current: Withdrawal | undefined = undefined
  /** Answers to questions of an earlier session are dropped. */
  private generation = 0

  constructor(private readonly deps: DepositsStoreDeps) {
    this.list = new PagedList<Withdrawal, MoneyListQuery['status']>(
      (status, cursor) => deps.api.withdrawals(status, cursor),
      undefined,
    )
    this.sender = new Sender<'withdrawal', Withdrawal>(deps, {
      kind: 'withdrawal',
      find: ({ id }) => deps.api.withdrawal(id),
    })
    makeAutoObservable<WithdrawalsStore, 'deps' | 'generation'>(this, {
      deps: false,
      generation: false,
      list: false,
      sender: false,
    })
  }

  async loadTerms(): Promise<void> {
    const { generation } = this
    if (this.terms.kind !== 'ready') this.terms = LOADING
    const answer = await this.deps.api.terms()
    if (generation !== this.generation) return
    runInAction(() => {
      if (answer.ok) this.terms = ready(answer.value)
      else if (this.terms.kind !== 'ready') this.terms = failed(answer.error.code)
    })
  }

  /** A lost answer is found out with the same id; the trade password is kept nowhere. */
  async create(request: Omit<CreateWithdrawal, 'id'>): Promise<Sent<Withdrawal>> {
    const { api } = this.deps
    const sent = await this.sender.send({ amount: request.amount }, (id) => api.createWithdrawal({ id, ...request }))
    if (sent.kind === 'done') this.take(sent.value)
    return sent
  }

  load(id: string): Promise<ApiResult<Withdrawal>> {
    return this.taken(this.deps.api.withdrawal(id))
  }

  cancel(id: string): Promise<ApiResult<Withdrawal>> {
    return this.taken(this.deps.api.cancelWithdrawal(id))
  }

  show(withdrawal: Withdrawal | undefined): void {
    this.current = withdrawal
  }

  /** The session is over. What is on its way stays on the device. */
  reset(): void {
    this.generation += 1
    this.terms = IDLE
    this.current = undefined
    this.list.reset()
    this.sender.reset()
  }

  private async taken(asked: Promise<ApiResult<Withdrawal>>): Promise<ApiResult<Withdrawal>> {
    const { generation } = this
    const answer = await asked
    if (answer.ok && generation === this.generation) this.take(answer.value)
    return answer
  }

  private take(withdrawal: Withdrawal): void {
    this.current = withdrawal
    this.list.replace(({ id }) => id === withdrawal.id, withdrawal)
  }
}
