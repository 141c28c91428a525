import type { Module } from '../module'
import { createProductIcons, type ProductIconsDeps } from './icons'
import { productRoutes } from './routes'
import { createProductsService, type ProductsDeps } from './service'

export function createProductsModule(deps: Omit<ProductsDeps, 'icons'> & ProductIconsDeps) {
  const products = createProductsService({ ...deps, icons: createProductIcons(deps) })
  return {
    service: products,
    routes: (api) => productRoutes(api, { products }),
    seed: () => products.syncIcons(),
  } satisfies Module & { service: unknown }
}
