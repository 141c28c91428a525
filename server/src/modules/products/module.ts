import type { Module } from '../module'
import { productRoutes } from './routes'
import { createProductsService, type ProductsDeps } from './service'

export function createProductsModule(deps: ProductsDeps) {
  const products = createProductsService(deps)
  return { service: products, routes: (api) => productRoutes(api, { products }) } satisfies Module & {
    service: unknown
  }
}
