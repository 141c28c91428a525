import type { CreateWithdrawal, Withdrawal, WithdrawalTerms } from '../../contract/withdrawals'
import { MoneyRecords, type MoneyStoreDeps } from './MoneyRecords'
import { Resource } from './Resource'
import type { Sent } from './sending/sendOnce'

/** The rules of withdrawals for this user, and the user's withdrawals. */
export class WithdrawalsStore extends MoneyRecords<'withdrawal', Withdrawal> {
  readonly terms: Resource<WithdrawalTerms>

  constructor(private readonly deps: MoneyStoreDeps) {
    const { api } = deps
    super(deps, 'withdrawal', {
      list: (status, cursor) => api.withdrawals(status, cursor),
      one: (id) => api.withdrawal(id),
      cancel: (id) => api.cancelWithdrawal(id),
    })
    this.terms = new Resource(() => api.terms())
  }

  /** The same id settles a lost answer; the trade password is kept nowhere. */
  async create(request: Omit<CreateWithdrawal, 'id'>): Promise<Sent<Withdrawal>> {
    const { api } = this.deps
    const sent = await this.sender.send({ amount: request.amount }, (id) => api.createWithdrawal({ id, ...request }))
    if (sent.kind === 'done') this.take(sent.value)
    return sent
  }

  override reset(): void {
    super.reset()
    this.terms.reset()
  }
}
