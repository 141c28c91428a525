import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { ProductSummary } from '../../../contract/market'
import { Card } from '../../components/Card'
import { ProductRow } from './ProductRow'

export interface ProductListProps {
  products: readonly ProductSummary[]
  /** Each row also shows the high, the low and the volume of 24 hours. */
  detailed?: boolean
  /** Next to each row, over the room at its end. */
  beside?: (product: ProductSummary) => ReactNode
}

/** Products in a card, one row each. */
export const ProductList = observer(function ProductList({ products, detailed = false, beside }: ProductListProps) {
  return (
    <Card kind="list">
      {products.map((product) => (
        <View key={product.symbol} className="product-line">
          <ProductRow product={product} detailed={detailed} />
          {beside?.(product)}
        </View>
      ))}
    </Card>
  )
})
