import type { Interval } from '../../contract/market'
import type { Http } from './http'

export interface CandlePageQuery {
  /** Epoch ms, exclusive: candles that opened earlier. */
  before?: number
  /** 1 to 1000. */
  limit?: number
}

export type MarketApi = ReturnType<typeof createMarketApi>

export const createMarketApi = (http: Http) => ({
  /** All products in the order in which they are shown; names are in the language of the request. */
  products: () => http.call('listProducts'),
  /** How the orders of all users ended in the last 30 days. */
  endings: (symbol: string) => http.call('getEndings', { query: { symbol, days: '30' } }),
  product: (symbol: string) => http.call('getProduct', { params: { symbol } }),
  /** Oldest first. */
  candles: (symbol: string, interval: Interval, { before, limit }: CandlePageQuery = {}) =>
    http.call('listCandles', { params: { symbol }, query: { interval, before, limit } }),
  /** The newest of the public log, oldest first; `limit` is 1 to 1000. */
  ticks: (symbol: string, limit: number) => http.call('listTicks', { params: { symbol }, query: { limit } }),
})
