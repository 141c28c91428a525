import { makeAutoObservable, runInAction } from 'mobx'
import type { BindPayoutAccount, PayoutAccountState } from '../../contract/payoutAccount'
import type { ApiResult } from '../api/http'
import type { WalletApi } from '../api/wallet'
import { failed, IDLE, LOADING, type Loadable, ready } from '../domain/loadable'

/** Where the user's money goes when it leaves. */
export class PayoutAccountStore {
  state: Loadable<PayoutAccountState> = IDLE
  /** Answers to questions of an earlier session are dropped. */
  private generation = 0

  constructor(private readonly deps: { api: WalletApi }) {
    makeAutoObservable<PayoutAccountStore, 'deps' | 'generation'>(this, { deps: false, generation: false })
  }

  async load(): Promise<void> {
    const { generation } = this
    if (this.state.kind !== 'ready') this.state = LOADING
    const answer = await this.deps.api.payoutAccount()
    if (generation === this.generation) this.take(answer)
  }

  async bind(account: BindPayoutAccount): Promise<ApiResult<PayoutAccountState>> {
    const { generation } = this
    const answer = await this.deps.api.bind(account)
    if (answer.ok && generation === this.generation) this.take(answer)
    return answer
  }

  reset(): void {
    this.generation += 1
    this.state = IDLE
  }

  private take(answer: ApiResult<PayoutAccountState>): void {
    runInAction(() => {
      if (answer.ok) this.state = ready(answer.value)
      else if (this.state.kind !== 'ready') this.state = failed(answer.error.code)
    })
  }
}
