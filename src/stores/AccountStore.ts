import { makeAutoObservable, runInAction } from 'mobx'
import type { Balance, Me } from '../../contract/accounts'
import type { AccountApi } from '../api/account'
import { type FailureCode, failed, IDLE, LOADING, type Loadable, loadedValue, ready } from '../domain/loadable'

export interface AccountStoreDeps {
  api: AccountApi
}

/** The figures of the user center and the balances, of the user who is logged in. */
export class AccountStore {
  /** Kept while a newer one is on its way, so that a page that shows again does not blink. */
  me: Loadable<Me> = IDLE
  /** The newest balance that any answer or stream message brought. */
  balance: Balance | undefined = undefined
  /** Why the last refresh of figures that are already shown brought nothing. */
  refreshFailure: FailureCode | undefined = undefined
  /** Answers to questions of an earlier session are dropped. */
  private generation = 0
  private loading: Promise<void> | undefined = undefined

  constructor(private readonly deps: AccountStoreDeps) {
    makeAutoObservable<AccountStore, 'deps' | 'generation' | 'loading'>(this, {
      deps: false,
      generation: false,
      loading: false,
    })
  }

  get figures(): Me | undefined {
    return loadedValue(this.me)
  }

  /** Asks the server; two calls at once share one request. Figures at hand stay while it runs and where it fails. */
  load(): Promise<void> {
    this.loading ??= this.fetch().finally(() => {
      this.loading = undefined
    })
    return this.loading
  }

  /** Takes a balance unless a newer one is known: messages may arrive in any order. */
  applyBalance(balance: Balance): void {
    if (this.balance && balance.version < this.balance.version) return
    this.balance = balance
  }

  /** What an earlier visit saw, until the server answers. */
  restore(me: Me): void {
    if (this.me.kind === 'ready') return
    this.me = ready(me)
  }

  /** The session is over; nothing of the user stays. */
  reset(): void {
    this.generation += 1
    this.loading = undefined
    this.me = IDLE
    this.balance = undefined
    this.refreshFailure = undefined
  }

  private async fetch(): Promise<void> {
    const { generation } = this
    if (this.me.kind !== 'ready') this.me = LOADING
    const answer = await this.deps.api.me()
    if (generation !== this.generation) return
    runInAction(() => {
      if (answer.ok) {
        this.me = ready(answer.value)
        this.refreshFailure = undefined
        this.applyBalance(answer.value.balance)
        return
      }
      this.refreshFailure = answer.error.code
      if (this.me.kind !== 'ready') this.me = failed(answer.error.code)
    })
  }
}
