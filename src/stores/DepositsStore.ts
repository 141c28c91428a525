import { makeAutoObservable, runInAction } from 'mobx'
import type { Deposit, DepositChannelList, MoneyListQuery } from '../../contract/deposits'
import type { ApiResult } from '../api/http'
import type { WalletApi } from '../api/wallet'
import { failed, IDLE, LOADING, type Loadable, ready } from '../domain/loadable'
import { PagedList } from './PagedList'
import { Sender, type SenderDeps } from './sending/Sender'
import type { Sent } from './sending/sendOnce'

export interface DepositsStoreDeps extends SenderDeps {
  api: WalletApi
}

/** Ways to deposit, and the user's deposits. */
export class DepositsStore {
  channels: Loadable<DepositChannelList> = IDLE
  readonly list: PagedList<Deposit, MoneyListQuery['status']>
  readonly sender: Sender<'deposit', Deposit>
  /** The one that a page is about. */
  current: Deposit | undefined = undefined
  /** Answers to questions of an earlier session are dropped. */
  private generation = 0

  constructor(private readonly deps: DepositsStoreDeps) {
    this.list = new PagedList<Deposit, MoneyListQuery['status']>(
      (status, cursor) => deps.api.deposits(status, cursor),
      undefined,
    )
    this.sender = new Sender<'deposit', Deposit>(deps, { kind: 'deposit', find: ({ id }) => deps.api.deposit(id) })
    makeAutoObservable<DepositsStore, 'deps' | 'generation'>(this, {
      deps: false,
      generation: false,
      list: false,
      sender: false,
    })
  }

  async loadChannels(): Promise<void> {
    const { generation } = this
    if (this.channels.kind !== 'ready') this.channels = LOADING
    const answer = await this.deps.api.channels()
    if (generation !== this.generation) return
    runInAction(() => {
      if (answer.ok) this.channels = ready(answer.value)
      else if (this.channels.kind !== 'ready') this.channels = failed(answer.error.code)
    })
  }

  /** `amount` is a decimal string. A lost answer is found out with the same id. */
  async create(channel: string, amount: string): Promise<Sent<Deposit>> {
    const sent = await this.sender.send({ amount }, (id) => this.deps.api.createDeposit({ id, channel, amount }))
    if (sent.kind === 'done') this.take(sent.value)
    return sent
  }

  load(id: string): Promise<ApiResult<Deposit>> {
    return this.taken(this.deps.api.deposit(id))
  }

  cancel(id: string): Promise<ApiResult<Deposit>> {
    return this.taken(this.deps.api.cancelDeposit(id))
  }

  addReceipt(id: string, uploadId: string): Promise<ApiResult<Deposit>> {
    return this.taken(this.deps.api.addReceipt(id, uploadId))
  }

  show(deposit: Deposit | undefined): void {
    this.current = deposit
  }

  /** The session is over. What is on its way stays on the device. */
  reset(): void {
    this.generation += 1
    this.channels = IDLE
    this.current = undefined
    this.list.reset()
    this.sender.reset()
  }

  private async taken(asked: Promise<ApiResult<Deposit>>): Promise<ApiResult<Deposit>> {
    const { generation } = this
    const answer = await asked
    if (answer.ok && generation === this.generation) this.take(answer.value)
    return answer
  }

  private take(deposit: Deposit): void {
    this.current = deposit
    this.list.replace(({ id }) => id === deposit.id, deposit)
  }
}
