import type { Deposit, DepositChannelList } from '../../contract/deposits'
import type { ApiResult } from '../api/http'
import { MoneyRecords, type MoneyStoreDeps } from './MoneyRecords'
import { Resource } from './Resource'
import type { Sent } from './sending/sendOnce'

/** Ways to deposit, and the user's deposits. */
export class DepositsStore extends MoneyRecords<'deposit', Deposit> {
  readonly channels: Resource<DepositChannelList>

  constructor(private readonly deps: MoneyStoreDeps) {
    const { api } = deps
    super(deps, 'deposit', {
      list: (status, cursor) => api.deposits(status, cursor),
      one: (id) => api.deposit(id),
      cancel: (id) => api.cancelDeposit(id),
    })
    this.channels = new Resource(() => api.channels())
  }

  /** `amount` is a decimal string. The same id settles a lost answer. */
  async create(channel: string, amount: string): Promise<Sent<Deposit>> {
    const sent = await this.sender.send({ amount }, (id) => this.deps.api.createDeposit({ id, channel, amount }))
    if (sent.kind === 'done') this.take(sent.value)
    return sent
  }

  addReceipt(id: string, uploadId: string): Promise<ApiResult<Deposit>> {
    return this.taken(this.deps.api.addReceipt(id, uploadId))
  }

  override reset(): void {
    super.reset()
    this.channels.reset()
  }
}
