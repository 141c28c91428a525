import { observer } from 'mobx-react-lite'
import type { ProductSummary } from '../../../contract/market'
import { Card } from '../../components/Card'
import { ProductRow } from './ProductRow'

export interface ProductListProps {
  products: readonly ProductSummary[]
  /** Each row also shows the high, the low and the volume of 24 hours. */
  detailed?: boolean
}

/** Products in a card, one row each. */
export const ProductList = observer(function ProductList({ products, detailed = false }: ProductListProps) {
  return (
    <Card kind="list">
      {products.map((product) => (
        <ProductRow key={product.symbol} product={product} detailed={detailed} />
      ))}
    </Card>
  )
})
