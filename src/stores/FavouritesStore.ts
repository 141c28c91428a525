import { makeAutoObservable } from 'mobx'

/** Products the user marked, on this device; `src/lifecycles/persistence.ts` keeps them. */
export class FavouritesStore {
  symbols: string[] = []

  constructor() {
    makeAutoObservable(this)
  }

  has(symbol: string): boolean {
    return this.symbols.includes(symbol)
  }

  toggle(symbol: string): void {
    this.symbols = this.has(symbol) ? this.symbols.filter((other) => other !== symbol) : [...this.symbols, symbol]
  }

  restore(symbols: readonly string[]): void {
    this.symbols = [...new Set(symbols)].slice(0, FAVOURITES_MAX)
  }
}

const FAVOURITES_MAX = 200

/** Reads persisted favourites; undefined for what was never ours. */
export function parseFavourites(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.filter((symbol): symbol is string => typeof symbol === 'string' && /^[A-Z0-9]{2,16}$/.test(symbol))
}
