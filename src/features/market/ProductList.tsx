import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { ProductSummary } from '../../../contract/market'
import { Card } from '../../components/Card'
import { SeenRow } from './SeenRow'

export interface ProductListProps {
  products: readonly ProductSummary[]
  /** Next to each row, over the room at its end. */
  beside?: (product: ProductSummary) => ReactNode
}

/** Products in a card, one row each, with the high, the low and the volume of 24 hours. */
export const ProductList = observer(function ProductList({ products, beside }: ProductListProps) {
  return (
    <Card kind="list">
      {products.map((product) => (
        <SeenRow key={product.symbol} product={product} detailed>
          {beside?.(product)}
        </SeenRow>
      ))}
    </Card>
  )
})
