import type { BindPayoutAccount, PayoutAccountState } from '../../contract/payoutAccount'
import type { ApiResult } from '../api/http'
import type { WalletApi } from '../api/wallet'
import { Resource } from './Resource'

/** Where the user's money goes when it leaves. */
export class PayoutAccountStore {
  readonly current: Resource<PayoutAccountState>

  constructor(private readonly deps: { api: WalletApi }) {
    this.current = new Resource(() => deps.api.payoutAccount())
  }

  bind(account: BindPayoutAccount): Promise<ApiResult<PayoutAccountState>> {
    return this.current.takeFrom(this.deps.api.bind(account))
  }

  reset(): void {
    this.current.reset()
  }
}
