import { makeAutoObservable, runInAction } from 'mobx'
import type { Deposit, DepositChannelList, MoneyListQuery } from '../../contract/deposits'
import type { ApiResult } from '../api/http'
import type { WalletApi } from '../api/wallet'
import { failed, IDLE, LOADING, type Loadable, ready } from '../domain/loadable'
import { createOrderId, type RandomBytes } from '../domain/orderId'
import { PagedList } from './PagedList'
import { type Sent, sendOnce } from './sendOnce'

export interface DepositsStoreDeps {
  api: WalletApi
  now(): number
  randomBytes: RandomBytes
  sleep(ms: number): Promise<void>
}

/** Ways to deposit, and the user's deposits. */
export class DepositsStore {
  channels: Loadable<DepositChannelList> = IDLE
  readonly list: PagedList<Deposit, MoneyListQuery['status']>
  /** The one that a page is about. */
  current: Deposit | undefined = undefined

  constructor(private readonly deps: DepositsStoreDeps) {
    this.list = new PagedList<Deposit, MoneyListQuery['status']>(
      (status, cursor) => deps.api.deposits(status, cursor),
      undefined,
    )
    makeAutoObservable<DepositsStore, 'deps'>(this, { deps: false, list: false })
  }

  async loadChannels(): Promise<void> {
    if (this.channels.kind !== 'ready') this.channels = LOADING
    const answer = await this.deps.api.channels()
    runInAction(() => {
      if (answer.ok) this.channels = ready(answer.value)
      else if (this.channels.kind !== 'ready') this.channels = failed(answer.error.code)
    })
  }

  /** `amount` is a decimal string. A lost answer is found out with the same id. */
  async create(channel: string, amount: string): Promise<Sent<Deposit>> {
    const { api, now, randomBytes, sleep } = this.deps
    const id = createOrderId(now(), randomBytes)
    const sent = await sendOnce({
      send: () => api.createDeposit({ id, channel, amount }),
      find: () => api.deposit(id),
      sleep,
    })
    if (sent.kind === 'done') this.take(sent.value)
    return sent
  }

  async load(id: string): Promise<ApiResult<Deposit>> {
    return this.taken(await this.deps.api.deposit(id))
  }

  async cancel(id: string): Promise<ApiResult<Deposit>> {
    return this.taken(await this.deps.api.cancelDeposit(id))
  }

  async addReceipt(id: string, uploadId: string): Promise<ApiResult<Deposit>> {
    return this.taken(await this.deps.api.addReceipt(id, uploadId))
  }

  show(deposit: Deposit | undefined): void {
    this.current = deposit
  }

  reset(): void {
    this.channels = IDLE
    this.current = undefined
    this.list.reset()
  }

  private taken(answer: ApiResult<Deposit>): ApiResult<Deposit> {
    if (answer.ok) this.take(answer.value)
    return answer
  }

  private take(deposit: Deposit): void {
    this.current = deposit
    this.list.replace(({ id }) => id === deposit.id, deposit)
  }
}
