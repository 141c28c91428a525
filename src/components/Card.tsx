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
  /** Makes the card a button, which its text names. */
  onClick?: () => void
}

/** A raised surface. */
export function Card({ children, kind = 'plain', className, onClick }: CardProps) {
  if (kind === 'list' && !onClick) {
    // The widget's styles are for its own rows, which we do not use, so its style sheet is not loaded.
    return (
      <AtList hasBorder={false} className={classNames('card card--list', className)}>
        {children}
      </AtList>
    )
  }
  return (
    <View
      className={classNames('card', `card--${kind}`, onClick && 'card--tap', className)}
      ariaRole={onClick ? 'button' : undefined}
      onClick={onClick}
    >
      {children}
    </View>
  )
}
