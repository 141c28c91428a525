import { COMPRESSED } from '../../shared/compressed'
import { type App, endpoint, localeOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { ProductsService } from './service'

const LIMIT_DEFAULT = 300

/** Products, candles and the public tick log of contract/market.ts. */
export function productRoutes(app: App, deps: { products: ProductsService }) {
  const { products } = deps

  app.route({
    ...endpoint('listProducts'),
    ...COMPRESSED,
    handler: async (request) => ({ items: await products.list(localeOf(request)) }),
  })

  app.route({
    ...endpoint('getProduct'),
    handler: async (request) => unwrap(products.get(request.params.symbol, localeOf(request))),
  })

  app.route({
    ...endpoint('listProductChanges'),
    ...COMPRESSED,
    handler: async (request) => unwrap(await products.changes.listChanges(request.query)),
  })

  app.route({
    ...endpoint('listCandles'),
    ...COMPRESSED,
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
    ...COMPRESSED,
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
