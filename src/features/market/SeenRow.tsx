import { View } from '@tarojs/components'
import { useRef } from 'react'
import type { ProductSummary } from '../../../contract/market'
import { useInView } from '../../platform/inView'
import { ProductRow } from './ProductRow'

/** A row of a long list: ticks render it while it is in view. */
export function SeenRow({ product }: { product: ProductSummary }) {
  const line = useRef<HTMLElement>(null)
  const live = useInView(line)
  return (
    <View ref={line} className="product-line">
      <ProductRow product={product} live={live} />
    </View>
  )
}
