import type { CandleList, Interval, Product, ProductSummary } from '../../contract/market'
import type { ApiResult, Http } from './http'

export interface CandlePageQuery {
  /** Epoch ms, exclusive: candles that opened earlier. */
  before?: number
  /** 1 to 1000. */
  limit?: number
}

export interface MarketApi {
  /** All products in the order in which they are shown; names are in the language of the request. */
  products(): Promise<ApiResult<{ items: ProductSummary[] }>>
  product(symbol: string): Promise<ApiResult<Product>>
  /** Oldest first. */
  candles(symbol: string, interval: Interval, query?: CandlePageQuery): Promise<ApiResult<CandleList>>
}

export function createMarketApi(http: Http): MarketApi {
  return {
    products: () => http.call<{ items: ProductSummary[] }>('listProducts'),
    product: (symbol) => http.call<Product>('getProduct', { params: { symbol } }),
    candles: (symbol, interval, query = {}) =>
      http.call<CandleList>('listCandles', {
        params: { symbol },
        query: { interval, before: query.before, limit: query.limit },
      }),
  }
}
