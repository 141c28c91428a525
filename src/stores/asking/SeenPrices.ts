import type { Quote } from '../../../contract/market'
import type { SeenPrice } from '../../domain/proof/otherPrices'

/** Newest prices to keep of a product: some two minutes of a busy one. */
const PRICES_MAX = 300
const PRODUCTS_MAX = 20

/** The prices that the stream gave while an order ran: its receipt has to have the same (docs/PROOF.md). */
export class SeenPrices {
  /** In the order in which the products were last heard of. */
  private readonly bySymbol = new Map<string, SeenPrice[]>()

  constructor(private readonly orders: { readonly heldSince: ReadonlyMap<string, number> }) {}

  read(symbol: string): readonly SeenPrice[] {
    return this.bySymbol.get(symbol) ?? []
  }

  applyQuotes(quotes: readonly Quote[]): void {
    for (const { symbol, sequence, price } of quotes) {
      if (!this.orders.heldSince.has(symbol)) continue
      const seen = this.bySymbol.get(symbol) ?? []
      this.bySymbol.delete(symbol)
      this.bySymbol.set(symbol, [...seen, { sequence, price }].slice(-PRICES_MAX))
      const [oldest = ''] = this.bySymbol.keys()
      if (this.bySymbol.size > PRODUCTS_MAX) this.bySymbol.delete(oldest)
    }
  }
}
