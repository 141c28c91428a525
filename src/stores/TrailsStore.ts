import { makeAutoObservable, observable } from 'mobx'
import type { Quote } from '../../contract/market'
import { addPoint, EMPTY_TRAIL, type Trail } from '../domain/trail'

/** What the prices of held products did since this device began to watch them. */
export class TrailsStore {
  private readonly bySymbol = observable.map<string, Trail>({}, { deep: false })

  /** `held`: symbols of the orders under way; the others are forgotten. */
  constructor(private readonly held: () => ReadonlySet<string>) {
    makeAutoObservable<TrailsStore, 'held'>(this, { held: false })
  }

  trailOf(symbol: string): Trail {
    return this.bySymbol.get(symbol) ?? EMPTY_TRAIL
  }

  applyQuotes(quotes: readonly Quote[]): void {
    const held = this.held()
    for (const symbol of this.bySymbol.keys()) if (!held.has(symbol)) this.bySymbol.delete(symbol)
    for (const { symbol, at, price } of quotes) {
      if (!held.has(symbol)) continue
      const before = this.trailOf(symbol)
      const after = addPoint(before, { at, price: Number(price) })
      if (after !== before) this.bySymbol.set(symbol, after)
    }
  }
}
