import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { Locale } from '../../contract/locales'
import type { Product, ProductSummary, Quote, TradingStatus } from '../../contract/market'
import type { Endings } from '../../contract/proof'
import type { Http } from '../api/http'
import { productName } from '../domain/productName'
import { itemsOf, Resource, Resources } from './Resource'

export interface MarketStoreDeps {
  http: Http
}

/** A list that came is asked for again after this long at the earliest: the statuses in it may have changed. */
const FRESH_MS = 10_000
/** Of a product that is not loaded. */
const STALE_AFTER_MS = 5_000

/** Products and their newest prices. A quote is observed by itself: its tick renders a price, never a page. */
export class MarketStore {
  /** In the order of the list; `summaryOf` has newer values. */
  readonly list: Resource<readonly ProductSummary[]>
  private readonly summaries = observable.map<string, ProductSummary>({}, { deep: false })
  private readonly quotes = observable.map<string, Quote>({}, { deep: false })
  /** Language of the newest list, loaded or loading, and when it was loaded, epoch ms; 0 if it is not loaded. */
  private locale: Locale | undefined = undefined
  private at = 0
  private readonly products: Resources<string, Resource<Product>>
  private readonly endings: Resources<string, Resource<Endings>>
  /** How many parts of the screen want live prices of a symbol. */
  private readonly watchers = observable.map<string, number>({}, { deep: false })

  constructor({ http }: MarketStoreDeps) {
    this.list = new Resource<readonly ProductSummary[]>(
      () => itemsOf(http.call('listProducts')),
      (products) => {
        this.at = Date.now()
        for (const product of products) this.summaries.set(product.symbol, product)
        this.applyQuotes(products.flatMap(({ quote }) => quote ?? []))
        return products
      },
    )
    this.products = new Resources(
      (symbol) =>
        new Resource(
          () => http.call('getProduct', { params: { symbol } }),
          (product) => {
            if (product.quote) this.applyQuotes([product.quote])
            return product
          },
        ),
    )
    this.endings = new Resources(
      (symbol) => new Resource(() => http.call('getEndings', { query: { symbol, days: '30' } })),
    )
    makeAutoObservable<MarketStore, 'products' | 'endings' | 'locale' | 'at'>(this, {
      list: false,
      locale: false,
      at: false,
      loadList: false,
      products: false,
      endings: false,
      watch: false,
    })
  }

  /** All products in order, once loaded. */
  get all(): readonly ProductSummary[] {
    return (this.list.value ?? []).flatMap(({ symbol }) => this.summaries.get(symbol) ?? [])
  }

  get recommended(): readonly ProductSummary[] {
    return this.all.filter((product) => product.recommended)
  }

  /** The subscriptions of the stream, in a stable order. */
  get wantedSymbols(): string[] {
    return [...this.watchers.keys()].sort()
  }

  summaryOf(symbol: string): ProductSummary | undefined {
    return this.summaries.get(symbol)
  }

  /** The product's name as users know it; the symbol until the product is loaded. */
  nameOf(symbol: string): string {
    const product = this.summaryOf(symbol) ?? this.productOf(symbol).value
    return product ? productName(product) : symbol
  }

  quoteOf(symbol: string): Quote | undefined {
    return this.quotes.get(symbol)
  }

  /** The newest price at `now`, unless it is too old to trade on (PRODUCT.md 10.10): nothing is forecast from that. */
  freshPriceOf(symbol: string, now: number): string | undefined {
    const quote = this.quotes.get(symbol)
    const staleAfterMs = this.productOf(symbol).value?.staleAfterMs ?? STALE_AFTER_MS
    return quote && now - quote.at <= staleAfterMs ? quote.price : undefined
  }

  /** Observed by itself: it changes with the first quote, and with no other. */
  hasQuote(symbol: string): boolean {
    return this.quotes.has(symbol)
  }

  productOf(symbol: string): Resource<Product> {
    return this.products.of(symbol)
  }

  /** How the orders of all users ended in the last 30 days. */
  endingsOf(symbol: string): Resource<Endings> {
    return this.endings.of(symbol)
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

  /** The list that came with the page, in `locale`, as the server answered it at `at`. */
  take(products: readonly ProductSummary[], locale: Locale, at: number): void {
    this.list.set(products)
    this.locale = locale
    this.at = at
  }

  /** Loads the list, unless it came in this language a moment ago: page and stream both ask when the app starts. */
  async loadList(locale: Locale): Promise<void> {
    const isOther = locale !== this.locale
    if (!isOther && Math.abs(Date.now() - this.at) < FRESH_MS) return
    this.locale = locale
    this.at = 0
    // A request under way has the names of the language that it was sent in.
    await (isOther ? this.list.refresh() : this.list.load())
  }

  /** Shows the products of an earlier visit until the server answers, whose prices replace the kept ones. */
  restore(products: readonly ProductSummary[]): void {
    if (this.list.state.kind === 'ready' || products.length === 0) return
    for (const product of products) {
      this.summaries.set(product.symbol, product)
      if (product.quote && !this.quotes.has(product.symbol))
        this.quotes.set(product.symbol, { ...product.quote, sequence: 0 })
    }
    this.list.restore(products)
  }

  /** A product opens, closes or goes into maintenance; its times are loaded again. */
  applyStatus(symbol: string, status: TradingStatus): void {
    const summary = this.summaries.get(symbol)
    if (summary) this.summaries.set(symbol, { ...summary, status })
    const product = this.productOf(symbol)
    if (!product.value) return
    product.set({ ...product.value, status })
    void product.refresh()
  }
}
