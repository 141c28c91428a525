import { COMPRESSED } from '../../shared/compressed'
import { type App, localeOf, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { ProductsService } from './service'

const LIMIT_DEFAULT = 300

/** Products, candles and the public tick log of contract/market.ts. */
export function productRoutes(app: App, deps: { products: ProductsService }) {
  const { products } = deps
  route(app, 'listProducts', async ({ request }) => ({ items: await products.list(localeOf(request)) }), COMPRESSED)
  route(app, 'getProduct', async ({ params, request }) => unwrap(products.get(params.symbol, localeOf(request))))
  route(app, 'listProductChanges', async ({ query }) => unwrap(await products.changes.listChanges(query)), COMPRESSED)
  route(
    app,
    'listCandles',
    async ({ params, query }) => {
      const { interval, before, limit } = query
      return unwrap(
        await products.candles(params.symbol, {
          interval,
          ...(before === undefined ? {} : { beforeMs: Number(before) }),
          limit: limit === undefined ? LIMIT_DEFAULT : Number(limit),
        }),
      )
    },
    COMPRESSED,
  )
  route(
    app,
    'listTicks',
    async ({ params, query }) => {
      const { after, limit } = query
      return unwrap(
        await products.ticks(params.symbol, {
          ...(after === undefined ? {} : { after: Number(after) }),
          limit: limit === undefined ? LIMIT_DEFAULT : Number(limit),
        }),
      )
    },
    COMPRESSED,
  )
}
