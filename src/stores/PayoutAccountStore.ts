import type { BindPayoutAccount, PayoutAccountState } from '../../contract/payoutAccount'
import type { ApiResult, Http } from '../api/http'
import { Resource } from './Resource'

/** Where the user's money goes when it leaves. */
export class PayoutAccountStore {
  readonly current: Resource<PayoutAccountState>

  constructor(private readonly deps: { http: Http }) {
    this.current = new Resource(() => deps.http.call('getPayoutAccount'))
  }

  bind(body: BindPayoutAccount): Promise<ApiResult<PayoutAccountState>> {
    return this.current.takeFrom(this.deps.http.call('bindPayoutAccount', { body }))
  }

  reset(): void {
    this.current.reset()
  }
}
