import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { Candle, Interval, Quote } from '../../contract/market'
import type { Http } from '../api/http'
import { foldPrice, mergeCandles } from '../domain/candles'
import { failed, LOADING, type Loadable, ready } from '../domain/loadable'

export interface CandlesStoreDeps {
  http: Http
}

export interface CandleSeries {
  candles: readonly Candle[]
  state: Loadable<true>
  /** False once the server has nothing older. */
  hasOlder: boolean
}

const PAGE = 300
/** Series kept in memory; the one that was opened longest ago goes first. */
const SERIES_MAX = 6

const keyOf = (symbol: string, interval: Interval) => `${symbol}:${interval}`

/** Candles of the opened charts: history in pages, with live prices folded in. */
export class CandlesStore {
  private readonly series = observable.map<string, CandleSeries>({}, { deep: false })
  private loadingOlder = new Set<string>()

  constructor(private readonly deps: CandlesStoreDeps) {
    makeAutoObservable<CandlesStore, 'deps' | 'loadingOlder'>(this, { deps: false, loadingOlder: false })
  }

  seriesOf(symbol: string, interval: Interval): CandleSeries | undefined {
    return this.series.get(keyOf(symbol, interval))
  }

  /** Loads the newest page; a repeat brings volumes and what the stream missed. */
  async load(symbol: string, interval: Interval): Promise<void> {
    const key = keyOf(symbol, interval)
    const known = this.series.get(key)
    if (!known) this.open(key)
    const query = { interval, limit: PAGE }
    const answer = await this.deps.http.call('listCandles', { params: { symbol }, query })
    runInAction(() => {
      const current = this.series.get(key)
      if (!current) return
      if (!answer.ok) {
        if (current.state.kind !== 'ready') this.series.set(key, { ...current, state: failed(answer.error.code) })
        return
      }
      const { items } = answer.value
      // The chart does not show a gap between the kept candles and the new page, so the series starts again.
      const first = items[0]
      const joins = first !== undefined && current.candles.some(({ openAt }) => openAt === first.openAt)
      // Live prices may have opened candles after the gap in the meantime.
      const kept = joins ? current.candles : current.candles.filter(({ openAt }) => first && openAt > first.openAt)
      this.series.set(key, {
        candles: mergeCandles(kept, items),
        state: ready(true),
        hasOlder: joins ? current.hasOlder : items.length === PAGE,
      })
    })
  }

  async loadOlder(symbol: string, interval: Interval): Promise<void> {
    const key = keyOf(symbol, interval)
    const current = this.series.get(key)
    const first = current?.candles[0]
    if (!current?.hasOlder || !first || this.loadingOlder.has(key)) return
    this.loadingOlder.add(key)
    const query = { interval, before: first.openAt, limit: PAGE }
    const answer = await this.deps.http.call('listCandles', { params: { symbol }, query })
    this.loadingOlder.delete(key)
    if (!answer.ok) return
    runInAction(() => {
      const now = this.series.get(key)
      if (!now) return
      const { items } = answer.value
      this.series.set(key, {
        ...now,
        candles: mergeCandles(now.candles, items),
        hasOlder: items.length === PAGE,
      })
    })
  }

  /** Folds live prices into every open series of their products. */
  applyQuotes(quotes: readonly Quote[]): void {
    for (const [key, series] of this.series) {
      const [symbol, interval] = key.split(':') as [string, Interval]
      const quote = quotes.find((one) => one.symbol === symbol)
      if (!quote || series.state.kind !== 'ready' || quote.sequence === 0) continue
      const candles = foldPrice(series.candles, { price: quote.price, at: quote.at }, interval)
      if (candles !== series.candles) this.series.set(key, { ...series, candles })
    }
  }

  private open(key: string): void {
    const oldest = this.series.size >= SERIES_MAX ? [...this.series.keys()][0] : undefined
    if (oldest !== undefined) this.series.delete(oldest)
    this.series.set(key, { candles: [], state: LOADING, hasOlder: false })
  }
}
