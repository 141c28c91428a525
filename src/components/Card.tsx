import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import AtList from 'taro-ui/lib/components/list/index'
import { classNames } from './classNames'
import './Card.scss'

export interface CardProps {
  children: ReactNode
  /** `hero` is the blue one for what the user owns; `list` has no padding, for rows. Default `plain`. */
  kind?: 'plain' | 'hero' | 'list' | 'soft'
  className?: string
  onClick?: () => void
  /** What a tap does, where the card can be tapped. */
  label?: string
}

/** A raised surface. */
export function Card({ children, kind = 'plain', className, onClick, label }: CardProps) {
  if (kind === 'list' && !onClick && label === undefined) {
    // Its styles are those of its own rows, which ours are not, so none of them is loaded.
    return (
      <AtList hasBorder={false} className={classNames('card card--list', className)}>
        {children}
      </AtList>
    )
  }
  return (
    <View
      className={classNames('card', `card--${kind}`, className)}
      ariaRole={onClick ? 'button' : undefined}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </View>
  )
}
