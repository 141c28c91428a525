import { makeAutoObservable, runInAction } from 'mobx'
import type { BindPayoutAccount, PayoutAccountState } from '../../contract/payoutAccount'
import type { ApiResult } from '../api/http'
import type { WalletApi } from '../api/wallet'
import { failed, IDLE, LOADING, type Loadable, ready } from '../domain/loadable'

/** Where the user's money goes when it leaves. */
export class PayoutAccountStore {
  state: Loadable<PayoutAccountState> = IDLE

  constructor(private readonly deps: { api: WalletApi }) {
    makeAutoObservable<PayoutAccountStore, 'deps'>(this, { deps: false })
  }

  async load(): Promise<void> {
    if (this.state.kind !== 'ready') this.state = LOADING
    this.take(await this.deps.api.payoutAccount())
  }

  async bind(account: BindPayoutAccount): Promise<ApiResult<PayoutAccountState>> {
    const answer = await this.deps.api.bind(account)
    if (answer.ok) this.take(answer)
    return answer
  }

  reset(): void {
    this.state = IDLE
  }

  private take(answer: ApiResult<PayoutAccountState>): void {
    runInAction(() => {
      if (answer.ok) this.state = ready(answer.value)
      else if (this.state.kind !== 'ready') this.state = failed(answer.error.code)
    })
  }
}
