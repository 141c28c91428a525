import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { ProductSummary } from '../../../contract/market'
import { Card } from '../../components/Card'
import { ProductRow } from './ProductRow'

export interface ProductListProps {
  products: readonly ProductSummary[]
  /** Next to each row, over the room at its end. */
  beside?: (product: ProductSummary) => ReactNode
}

/** A row of the list, with what is next to it. */
export const ProductLine = ({ children }: { children: ReactNode }) => <View className="product-line">{children}</View>

/** Products in a card, one row each, with the high, the low and the volume of 24 hours. */
export const ProductList = observer(function ProductList({ products, beside }: ProductListProps) {
  return (
    <Card kind="list">
      {products.map((product) => (
        <ProductLine key={product.symbol}>
          <ProductRow product={product} detailed />
          {beside?.(product)}
        </ProductLine>
      ))}
    </Card>
  )
})
