import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { Product, ProductSummary, Quote, TradingStatus } from '../../contract/market'
import type { MarketApi } from '../api/market'
import { type FailureCode, failed, IDLE, LOADING, type Loadable, loadedValue, ready } from '../domain/loadable'

export interface MarketStoreDeps {
  api: MarketApi
}

/** Products and their newest prices. A quote is observed by itself: its tick renders a price, never a page. */
export class MarketStore {
  /** Symbols in the order of the list. */
  list: Loadable<readonly string[]> = IDLE
  /** Why the last refresh of a list that is already shown brought nothing. */
  refreshFailure: FailureCode | undefined = undefined
  private readonly summaries = observable.map<string, ProductSummary>({}, { deep: false })
  private readonly quotes = observable.map<string, Quote>({}, { deep: false })
  private readonly products = observable.map<string, Loadable<Product>>({}, { deep: false })
  /** How many parts of the screen want live prices of a symbol. */
  private readonly watchers = observable.map<string, number>({}, { deep: false })
  private loading: Promise<void> | undefined = undefined

  constructor(private readonly deps: MarketStoreDeps) {
    makeAutoObservable<MarketStore, 'deps' | 'loading'>(this, { deps: false, loading: false, watch: false })
  }

  /** All products in order, once loaded. */
  get all(): readonly ProductSummary[] {
    return (loadedValue(this.list) ?? []).flatMap((symbol) => this.summaries.get(symbol) ?? [])
  }

  get recommended(): readonly ProductSummary[] {
    return this.all.filter((product) => product.recommended)
  }

  /** What the stream should send, in a steady order. */
  get wantedSymbols(): string[] {
    return [...this.watchers.keys()].sort()
  }

  summaryOf(symbol: string): ProductSummary | undefined {
    return this.summaries.get(symbol)
  }

  quoteOf(symbol: string): Quote | undefined {
    return this.quotes.get(symbol)
  }

  productOf(symbol: string): Loadable<Product> {
    return this.products.get(symbol) ?? IDLE
  }

  /** Asks for live prices of `symbols` until the returned function is called. */
  watch(symbols: readonly string[]): () => void {
    runInAction(() => {
      for (const symbol of symbols) this.watchers.set(symbol, (this.watchers.get(symbol) ?? 0) + 1)
    })
    return () =>
      runInAction(() => {
        for (const symbol of symbols) {
          const left = (this.watchers.get(symbol) ?? 1) - 1
          if (left > 0) this.watchers.set(symbol, left)
          else this.watchers.delete(symbol)
        }
      })
  }

  /** Loads the list; two calls at once share one request. A list at hand stays while it runs and where it fails. */
  loadProducts(): Promise<void> {
    this.loading ??= this.fetchProducts().finally(() => {
      this.loading = undefined
    })
    return this.loading
  }

  async loadProduct(symbol: string): Promise<void> {
    if (this.productOf(symbol).kind !== 'ready') this.products.set(symbol, LOADING)
    const answer = await this.deps.api.product(symbol)
    runInAction(() => {
      if (answer.ok) {
        this.products.set(symbol, ready(answer.value))
        if (answer.value.quote) this.applyQuotes([answer.value.quote])
      } else if (this.productOf(symbol).kind !== 'ready') {
        this.products.set(symbol, failed(answer.error.code))
      }
    })
  }

  /** Takes quotes unless newer ones are known: an answer may overtake the stream. */
  applyQuotes(quotes: readonly Quote[]): void {
    for (const quote of quotes) {
      const known = this.quotes.get(quote.symbol)
      if (known && (known.sequence > quote.sequence || (known.sequence === quote.sequence && known.at >= quote.at)))
        continue
      this.quotes.set(quote.symbol, quote)
    }
  }

  /** The time of the newest price on the screen, epoch ms: how old everything is while nothing new comes. */
  get newestAt(): number | undefined {
    const times = [...this.quotes.values()].map(({ at }) => at)
    return times.length > 0 ? Math.max(...times) : undefined
  }

  /** What an earlier visit saw, until the server answers. A kept price never counts as newer than one that comes. */
  restore(products: readonly ProductSummary[]): void {
    if (this.list.kind === 'ready' || products.length === 0) return
    for (const product of products) {
      this.summaries.set(product.symbol, product)
      if (product.quote && !this.quotes.has(product.symbol))
        this.quotes.set(product.symbol, { ...product.quote, sequence: 0 })
    }
    this.list = ready(products.map(({ symbol }) => symbol))
  }

  /** A product opened, closed or went into maintenance; the times that go with it are asked for. */
  applyStatus(symbol: string, status: TradingStatus): void {
    const summary = this.summaries.get(symbol)
    if (summary) this.summaries.set(symbol, { ...summary, status })
    const product = loadedValue(this.productOf(symbol))
    if (product) {
      this.products.set(symbol, ready({ ...product, status }))
      void this.loadProduct(symbol)
    }
  }

  private async fetchProducts(): Promise<void> {
    if (this.list.kind !== 'ready') this.list = LOADING
    const answer = await this.deps.api.products()
    runInAction(() => {
      if (!answer.ok) {
        this.refreshFailure = answer.error.code
        if (this.list.kind !== 'ready') this.list = failed(answer.error.code)
        return
      }
      const { items } = answer.value
      for (const item of items) this.summaries.set(item.symbol, item)
      this.applyQuotes(items.flatMap((item) => item.quote ?? []))
      this.list = ready(items.map((item) => item.symbol))
      this.refreshFailure = undefined
    })
  }
}
