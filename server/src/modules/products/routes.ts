import { closed, ProductSymbol } from '../../../../contract/common'
import { CandleList, CandleQuery, Product, ProductList, TickList, TickQuery } from '../../../../contract/market'
import { type App, endpoint, localeOf, responses } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { ProductsService } from './service'

const LIMIT_DEFAULT = 300
const params = closed({ symbol: ProductSymbol })

/** Products, candles and the public tick log of contract/market.ts. */
export function productRoutes(app: App, deps: { products: ProductsService }) {
  const { products } = deps

  app.route({
    ...endpoint('listProducts'),
    schema: { response: responses({ 200: ProductList }) },
    handler: async (request) => ({ items: await products.list(localeOf(request)) }),
  })

  app.route({
    ...endpoint('getProduct'),
    schema: { params, response: responses({ 200: Product }) },
    handler: async (request) => unwrap(products.get(request.params.symbol, localeOf(request))),
  })

  app.route({
    ...endpoint('listCandles'),
    schema: { params, querystring: CandleQuery, response: responses({ 200: CandleList }) },
    handler: async (request) => {
      const { interval, before, limit } = request.query
      return unwrap(
        await products.candles(request.params.symbol, {
          interval,
          ...(before === undefined ? {} : { beforeMs: Number(before) }),
          limit: limit === undefined ? LIMIT_DEFAULT : Number(limit),
        }),
      )
    },
  })

  app.route({
    ...endpoint('listTicks'),
    schema: { params, querystring: TickQuery, response: responses({ 200: TickList }) },
    handler: async (request) => {
      const { after, limit } = request.query
      return unwrap(
        await products.ticks(request.params.symbol, {
          ...(after === undefined ? {} : { after: Number(after) }),
          limit: limit === undefined ? LIMIT_DEFAULT : Number(limit),
        }),
      )
    },
  })
}
