import { makeAutoObservable, observableRef } from 'mobx'
import type { Balance, Me } from '../../contract/accounts'
import type { ApiResult } from '../api/http'
import { Resource } from './Resource'

/** Parts of home that not every user has. */
export interface HomeRoom {
  running: boolean
  steps: boolean
}

export interface AccountStoreDeps {
  fetch: () => Promise<ApiResult<Me>>
}

/** An answer that has just come is not asked for again by a page that opens. */
const FRESH_MS = 2_000

/** The figures of the user center and the balances, of the user who is logged in. */
export class AccountStore {
  readonly me: Resource<Me>
  /** The newest balance of any answer or stream message. */
  balance: Balance | undefined = undefined
  /** What home had below the assets on the last visit: it keeps the room for them until the other stores are loaded. */
  kept: HomeRoom = { running: false, steps: false }
  /** When the figures were loaded, epoch ms; 0 if they are not. */
  private at = 0

  constructor({ fetch }: AccountStoreDeps) {
    this.me = new Resource(fetch, (me) => {
      this.at = Date.now()
      this.applyBalance(me.balance)
      return me
    })
    makeAutoObservable<AccountStore, 'at'>(this, { me: false, balance: observableRef, kept: observableRef, at: false })
  }

  get figures(): Me | undefined {
    return this.me.value
  }

  load(): Promise<boolean> {
    return this.me.load()
  }

  /** For a page that is shown: the launch of the program may have asked already. */
  async loadForPage(): Promise<void> {
    if (Math.abs(Date.now() - this.at) >= FRESH_MS) await this.load()
  }

  keep(room: HomeRoom): void {
    this.kept = room
  }

  /** Takes a balance unless a newer one is known: messages may arrive in any order. */
  applyBalance(balance: Balance): void {
    if (this.balance && balance.version < this.balance.version) return
    this.balance = balance
  }

  /** The session is over; nothing of the user stays. */
  reset(): void {
    this.me.reset()
    this.at = 0
    this.balance = undefined
    this.kept = { running: false, steps: false }
  }
}
