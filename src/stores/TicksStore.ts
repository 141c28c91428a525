import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { Quote } from '../../contract/market'
import type { Http } from '../api/http'

export interface TicksStoreDeps {
  http: Http
}

/** A price of the log, for drawing. */
export interface PricePoint {
  /** Server time, epoch ms. */
  at: number
  price: number
  /** As recorded. */
  text: string
  /** Its number in the log. */
  sequence: number
}

/** One response of the server. */
const LOADED_MAX = 1_000
const KEPT_MAX = 3_000
const NONE: readonly PricePoint[] = []

/** Every price of the last minutes of the products whose live chart is open. */
export class TicksStore {
  private readonly bySymbol = observable.map<string, readonly PricePoint[]>({}, { deep: false })
  /** How many charts show a product. */
  private readonly watchers = new Map<string, number>()

  constructor(private readonly deps: TicksStoreDeps) {
    makeAutoObservable<TicksStore, 'deps' | 'watchers'>(this, { deps: false, watchers: false })
  }

  /** Oldest first. For observers. */
  ticksOf(symbol: string): readonly PricePoint[] {
    return this.bySymbol.get(symbol) ?? NONE
  }

  /** Observed by itself: it changes with the first price, and with no other. */
  hasTicks(symbol: string): boolean {
    return this.bySymbol.has(symbol)
  }

  /** Keeps the prices of a product until the returned function is called. */
  watch(symbol: string): () => void {
    this.watchers.set(symbol, (this.watchers.get(symbol) ?? 0) + 1)
    return () => {
      const left = (this.watchers.get(symbol) ?? 1) - 1
      if (left > 0) this.watchers.set(symbol, left)
      else {
        this.watchers.delete(symbol)
        runInAction(() => this.bySymbol.delete(symbol))
      }
    }
  }

  /** Loads the newest prices of the log: those before this device listened, and those that the stream left out. */
  async load(symbol: string): Promise<void> {
    const answer = await this.deps.http.call('listTicks', { params: { symbol }, query: { limit: LOADED_MAX } })
    if (!answer.ok || !this.watchers.has(symbol)) return
    const loaded = answer.value.items.map(({ at, price, sequence }) => ({
      at,
      price: Number(price),
      text: price,
      sequence,
    }))
    const [first, last] = [loaded[0], loaded[loaded.length - 1]]
    if (!first || !last) return
    const known = this.ticksOf(symbol)
    const joined = [...known.filter(({ at }) => at < first.at), ...loaded, ...known.filter(({ at }) => at > last.at)]
    runInAction(() => this.bySymbol.set(symbol, joined.slice(-KEPT_MAX)))
  }

  applyQuotes(quotes: readonly Quote[]): void {
    for (const { symbol, at, price, sequence } of quotes) {
      if (!this.watchers.has(symbol) || sequence === 0) continue
      const known = this.ticksOf(symbol)
      if (at <= (known[known.length - 1]?.at ?? 0)) continue
      const kept = known.length >= KEPT_MAX ? known.slice(1) : known
      this.bySymbol.set(symbol, [...kept, { at, price: Number(price), text: price, sequence }])
    }
  }
}
