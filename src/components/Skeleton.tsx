import { View } from '@tarojs/components'
import { classNames } from './classNames'
import './Skeleton.scss'

export interface SkeletonProps {
  /** `line` of text (default), `title`, `block` for a card, `row` for a row of a list, `circle`. */
  shape?: 'line' | 'title' | 'block' | 'row' | 'circle'
  /** How many placeholders, one below the other. */
  count?: number
  className?: string
}

/** A placeholder of about the size of the part that is loading. `aria-busy` on the list tells screen readers. */
export function Skeleton({ shape = 'line', count = 1, className }: SkeletonProps) {
  return (
    <View aria-hidden>
      {Array.from({ length: count }, (_, index) => index).map((index) =>
        shape === 'block' || shape === 'row' ? (
          <View key={index} className={classNames('skeleton-part', `skeleton-part--${shape}`, className)}>
            <View className="skeleton skeleton--picture" />
            <View className="skeleton-part__words">
              <View className="skeleton skeleton--long" />
              <View className="skeleton skeleton--short" />
            </View>
            <View className="skeleton skeleton--figure" />
          </View>
        ) : (
          <View key={index} className={classNames('skeleton', `skeleton--${shape}`, className)} />
        ),
      )}
    </View>
  )
}
