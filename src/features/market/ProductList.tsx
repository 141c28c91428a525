import { observer } from 'mobx-react-lite'
import type { ProductSummary } from '../../../contract/market'
import { Card } from '../../components/Card'
import { ProductRow } from './ProductRow'

/** Products in a card, one row each. */
export const ProductList = observer(function ProductList({ products }: { products: readonly ProductSummary[] }) {
  return (
    <Card kind="list">
      {products.map((product) => (
        <ProductRow key={product.symbol} product={product} />
      ))}
    </Card>
  )
})
