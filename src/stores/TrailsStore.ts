import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { Quote } from '../../contract/market'
import type { Http } from '../api/http'
import { addPoint, EMPTY_TRAIL, joinPoints, type Trail } from '../domain/trail'

export interface TrailsStoreDeps {
  http: Http
  /** Symbols of the orders under way, and when the first of each was accepted, epoch ms. */
  orders: { readonly heldSince: ReadonlyMap<string, number> }
  clock: { serverNow(): number }
}

/** A product that ticks this often has its log loaded in full, as far as one answer of the server holds it. */
const TICK_MS = 250
const TICKS_MAX = 1_000
/** Less than this is heard anyway. */
const WORTH_LOADING_MS = 2_000

/** The prices of products with open orders since their first order began. */
export class TrailsStore {
  private readonly bySymbol = observable.map<string, Trail>({}, { deep: false })

  constructor(private readonly deps: TrailsStoreDeps) {
    makeAutoObservable<TrailsStore, 'deps'>(this, { deps: false })
  }

  trailOf(symbol: string): Trail {
    return this.bySymbol.get(symbol) ?? EMPTY_TRAIL
  }

  /** Asks the tick log for what this device did not hear: before it was opened, or while another page was shown. */
  async load(): Promise<void> {
    for (const [symbol, since] of this.deps.orders.heldSince) {
      const agoMs = this.deps.clock.serverNow() - since
      if (agoMs < WORTH_LOADING_MS) continue
      const limit = Math.min(TICKS_MAX, Math.ceil(agoMs / TICK_MS))
      const answer = await this.deps.http.call('listTicks', { params: { symbol }, query: { limit } })
      if (!answer.ok || !this.deps.orders.heldSince.has(symbol)) continue
      const loaded = answer.value.items.map(({ at, price }) => ({ at, price: Number(price) }))
      const points = loaded.filter(({ at }) => at >= since)
      runInAction(() => this.bySymbol.set(symbol, joinPoints(this.trailOf(symbol), points)))
    }
  }

  applyQuotes(quotes: readonly Quote[]): void {
    const held = this.deps.orders.heldSince
    for (const symbol of this.bySymbol.keys()) if (!held.has(symbol)) this.bySymbol.delete(symbol)
    for (const { symbol, at, price } of quotes) {
      if (!held.has(symbol)) continue
      const before = this.trailOf(symbol)
      const after = addPoint(before, { at, price: Number(price) })
      if (after !== before) this.bySymbol.set(symbol, after)
    }
  }
}
