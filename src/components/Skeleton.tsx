import { View } from '@tarojs/components'
import { classNames } from './classNames'
import './Skeleton.scss'

export interface SkeletonProps {
  /** `line` of text (default), `title`, `block` for a card, `row` for a list row, `circle`. */
  shape?: 'line' | 'title' | 'block' | 'row' | 'circle'
  /** How many placeholders, one below the other. */
  count?: number
  className?: string
}

/** A placeholder of about the size of the part that is loading. `aria-busy` on the list tells screen readers. */
export function Skeleton({ shape = 'line', count = 1, className }: SkeletonProps) {
  return (
    <View aria-hidden>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <View key={index} className={classNames('skeleton', `skeleton--${shape}`, className)} />
      ))}
    </View>
  )
}
