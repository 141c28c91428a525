import type { Deposit, DepositChannelList } from '../../contract/deposits'
import type { ApiResult } from '../api/http'
import { MoneyRecords, type MoneyStoreDeps } from './MoneyRecords'
import { Resource } from './Resource'
import type { Sent } from './sending/sendOnce'

/** Ways to deposit, and the user's deposits. */
export class DepositsStore extends MoneyRecords<'deposit', Deposit> {
  readonly channels: Resource<DepositChannelList>

  constructor(private readonly deps: MoneyStoreDeps) {
    const { http } = deps
    super(deps, 'deposit', {
      list: (status, cursor) => http.call('listDeposits', { query: { status, cursor } }),
      one: (id) => http.call('getDeposit', { params: { id } }),
      cancel: (id) => http.call('cancelDeposit', { params: { id } }),
    })
    this.channels = new Resource(() => http.call('listDepositChannels'))
  }

  /** `amount` is a decimal string. The same id settles a lost answer. */
  async create(channel: string, amount: string): Promise<Sent<Deposit>> {
    const sent = await this.sender.send({ amount }, (id) =>
      this.deps.http.call('createDeposit', { body: { id, channel, amount } }),
    )
    if (sent.kind === 'done') this.take(sent.value)
    return sent
  }

  addReceipt(id: string, uploadId: string): Promise<ApiResult<Deposit>> {
    return this.taken(this.deps.http.call('addDepositReceipt', { params: { id }, body: { uploadId } }))
  }

  override reset(): void {
    super.reset()
    this.channels.reset()
  }
}
