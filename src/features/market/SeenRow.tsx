import { View } from '@tarojs/components'
import { type ReactNode, useRef } from 'react'
import type { ProductSummary } from '../../../contract/market'
import { useWatched } from '../../connected/useWatched'
import { useInView } from '../../platform/inView'
import { ProductRow } from './ProductRow'

export interface SeenRowProps {
  product: ProductSummary
  detailed?: boolean
  /** Next to the row, over the room at its end. */
  children?: ReactNode
}

/** A row of a list, with its neighbors: its price is fetched, and ticks render it, while it is in view. */
export function SeenRow({ product, detailed, children }: SeenRowProps) {
  const line = useRef<HTMLElement>(null)
  const live = useInView(line)
  useWatched(live ? [product.symbol] : [])
  return (
    <View ref={line} className="product-line">
      <ProductRow product={product} detailed={detailed} live={live} />
      {children}
    </View>
  )
}
