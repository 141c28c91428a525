import type { Module } from '../module'
import { type ChangesDeps, createProductChanges } from './changes'
import { createProductIcons, type ProductIconsDeps } from './icons'
import { productRoutes } from './routes'
import { createProductsService, type ProductsDeps } from './service'

export function createProductsModule(deps: Omit<ProductsDeps, 'icons' | 'changes'> & ProductIconsDeps & ChangesDeps) {
  const changes = createProductChanges(deps)
  const products = createProductsService({ ...deps, changes, icons: createProductIcons(deps) })
  return {
    service: products,
    routes: (api) => productRoutes(api, { products }),
    seed: () => products.icons.sync(),
  } satisfies Module & { service: unknown }
}
