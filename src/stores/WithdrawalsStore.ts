import type { CreateWithdrawal, Withdrawal, WithdrawalTerms } from '../../contract/withdrawals'
import { MoneyRecords, type MoneyStoreDeps } from './MoneyRecords'
import { Resource } from './Resource'
import type { Sent } from './sending/sendOnce'

/** The rules of withdrawals for this user, and the user's withdrawals. */
export class WithdrawalsStore extends MoneyRecords<'withdrawal', Withdrawal> {
  readonly terms: Resource<WithdrawalTerms>

  constructor(private readonly deps: MoneyStoreDeps) {
    const { http } = deps
    super(deps, 'withdrawal', {
      list: (status, cursor) => http.call('listWithdrawals', { query: { status, cursor } }),
      one: (id) => http.call('getWithdrawal', { params: { id } }),
      cancel: (id) => http.call('cancelWithdrawal', { params: { id } }),
    })
    this.terms = new Resource(() => http.call('getWithdrawalTerms'))
  }

  /** The same id settles a lost answer; the trade password is kept nowhere. */
  async create(request: Omit<CreateWithdrawal, 'id'>): Promise<Sent<Withdrawal>> {
    const sent = await this.sender.send({ amount: request.amount }, (id) =>
      this.deps.http.call('createWithdrawal', { body: { id, ...request } }),
    )
    if (sent.kind === 'done') this.take(sent.value)
    return sent
  }

  override reset(): void {
    super.reset()
    this.terms.reset()
  }
}
