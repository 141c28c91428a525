import type { Category, ProductSummary } from '../../../contract/market'
import { searchProducts } from '../../domain/productSearch'

export type ProductGroup = 'all' | 'favourites' | Category
export type ProductOrder = 'gainers' | 'losers'

export interface ProductFilter {
  query: string
  group: ProductGroup
  /** Undefined for the operator's order. */
  sort: ProductOrder | undefined
}

/** In the order of the chips. */
export const GROUPS: readonly ProductGroup[] = ['all', 'favourites', 'crypto', 'metals', 'energy', 'index', 'fx']
export const ORDERS: readonly ProductOrder[] = ['gainers', 'losers']

/** The products that match a filter, in its order. Sorted by change, those that do not trade come last. */
export function filterProducts(
  products: readonly ProductSummary[],
  filter: ProductFilter,
  isFavourite: (symbol: string) => boolean,
): ProductSummary[] {
  const { group, sort, query } = filter
  const inGroup = products.filter(
    (product) => group === 'all' || (group === 'favourites' ? isFavourite(product.symbol) : product.category === group),
  )
  const found = searchProducts(inGroup, query)
  if (sort === undefined) return found
  const rate = (product: ProductSummary) =>
    product.status === 'open' && product.quote ? product.quote.changeRate24hBp : undefined
  const direction = sort === 'gainers' ? -1 : 1
  return found.sort((a, b) => {
    const [left, right] = [rate(a), rate(b)]
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
    return direction * (left - right)
  })
}
