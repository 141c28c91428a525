import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { FavouriteChange } from '../../contract/favourites'
import { FAVOURITES_MAX } from '../../contract/limits'
import type { Http } from '../api/http'

export interface FavouritesStoreDeps {
  http: Http
  /** Server's clock, epoch ms: of two devices' changes, the later one wins. */
  now(): number
}

/** A change that the server has not confirmed, with the account it belongs to. */
export interface WaitingChange extends FavouriteChange {
  account: string
}

/** The stored data in addition to the list itself. */
export interface FavouritesSync {
  /** Account of the list; '' for the device's own list, while nobody is logged in. */
  owner: string
  waiting: readonly WaitingChange[]
}

const WAITING_MAX = 500

/**
 * Products that the user marked. Before login they belong to the device; a login adds them to the account's, and from
 * then on each change is sent to the server. `src/lifecycles/persistence.ts` keeps them.
 */
export class FavouritesStore {
  symbols: string[] = []
  owner = ''
  waiting: readonly WaitingChange[] = []
  /** Counts failed requests; a lifecycle watches it and retries. */
  failures = 0
  private busy = false
  private again = false

  constructor(private readonly deps: FavouritesStoreDeps) {
    makeAutoObservable<FavouritesStore, 'deps' | 'busy' | 'again'>(this, {
      deps: false,
      busy: false,
      again: false,
      waiting: observableRef,
    })
  }

  /** The stored data to continue after a restart. */
  get sync(): FavouritesSync {
    return { owner: this.owner, waiting: this.waiting }
  }

  has(symbol: string): boolean {
    return this.symbols.includes(symbol)
  }

  /** False if the list is full. */
  toggle(symbol: string): boolean {
    const marked = !this.has(symbol)
    if (marked && this.symbols.length >= FAVOURITES_MAX) return false
    this.symbols = withMark(this.symbols, symbol, marked)
    if (this.owner !== '') {
      this.wait(symbol, marked)
      void this.send()
    }
    return true
  }

  restore(symbols: readonly string[], { owner, waiting }: FavouritesSync = { owner: '', waiting: [] }): void {
    this.symbols = [...new Set(symbols)].slice(0, FAVOURITES_MAX)
    this.owner = owner
    this.waiting = waiting.slice(-WAITING_MAX)
  }

  /**
   * A user logs in, or out ('' as account). The device's own marks join those of the account. An account's marks never
   * reach another account or stay on show; its unconfirmed changes wait on the device for it.
   */
  become(account: string): void {
    if (account === this.owner) return
    const own = this.owner === '' ? this.symbols : []
    this.owner = account
    for (const symbol of own) this.wait(symbol, true)
    if (account === '') this.symbols = []
    else this.symbols = this.marksAfter(own)
  }

  /** Sends what waits and takes the account's list; without local changes it only fetches. */
  async send(): Promise<void> {
    const { owner } = this
    if (owner === '') return
    if (this.busy) {
      this.again = true
      return
    }
    this.busy = true
    this.again = false
    const sent = this.waiting.filter((change) => change.account === owner)
    const { http } = this.deps
    const changes = sent.map(({ symbol, marked, at }) => ({ symbol, marked, at }))
    const answer = await (sent.length > 0
      ? http.call('changeFavourites', { body: { changes } })
      : http.call('getFavourites'))
    runInAction(() => {
      this.busy = false
      // A refused request would be refused each time.
      const isOver = answer.ok || answer.error.code === 'invalid_request'
      if (isOver) this.waiting = this.waiting.filter((change) => !sent.includes(change))
      if (!answer.ok && isOver && sent.length > 0) this.again = true
      if (!answer.ok && !isOver) this.failures += 1
      if (answer.ok && owner === this.owner) this.symbols = this.marksAfter(answer.value.symbols)
    })
    if (this.again) await this.send()
  }

  private wait(symbol: string, marked: boolean): void {
    const { owner: account } = this
    const others = this.waiting.filter((change) => change.symbol !== symbol || change.account !== account)
    this.waiting = [...others, { account, symbol, marked, at: Math.max(0, Math.round(this.deps.now())) }].slice(
      -WAITING_MAX,
    )
  }

  /** A list with the user's unconfirmed changes applied. */
  private marksAfter(symbols: readonly string[]): string[] {
    return this.waiting
      .filter((change) => change.account === this.owner)
      .reduce((list, { symbol, marked }) => withMark(list, symbol, marked), [...symbols])
      .slice(0, FAVOURITES_MAX)
  }
}

function withMark(symbols: string[], symbol: string, marked: boolean): string[] {
  if (marked) return symbols.includes(symbol) ? symbols : [...symbols, symbol]
  return symbols.filter((other) => other !== symbol)
}

const SYMBOL = /^[A-Z0-9]{2,16}$/

/** Reads persisted favourites; undefined if the value has another shape. */
export function parseFavourites(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.filter((symbol): symbol is string => typeof symbol === 'string' && SYMBOL.test(symbol))
}

/** Reads what waits for the server; undefined if the value has another shape. */
export function parseFavouritesSync(value: unknown): FavouritesSync | undefined {
  if (typeof value !== 'object' || value === null || !('owner' in value) || !('waiting' in value)) return undefined
  const { owner, waiting } = value
  if (typeof owner !== 'string' || !Array.isArray(waiting)) return undefined
  return { owner, waiting: waiting.filter(isWaitingChange) }
}

function isWaitingChange(value: unknown): value is WaitingChange {
  if (typeof value !== 'object' || value === null) return false
  const { account, symbol, marked, at } = value as Record<string, unknown>
  return (
    typeof account === 'string' &&
    account !== '' &&
    typeof symbol === 'string' &&
    SYMBOL.test(symbol) &&
    typeof marked === 'boolean' &&
    typeof at === 'number' &&
    Number.isSafeInteger(at) &&
    at >= 0
  )
}
