import type { ReactNode } from 'react'
import AtTag from 'taro-ui/lib/components/tag/index'
import 'taro-ui/lib/style/components/tag.scss'
import { classNames } from './classNames'
import './Tag.scss'

export interface TagProps {
  children: ReactNode
  tone?: 'brand' | 'good' | 'warn' | 'up' | 'down' | 'muted'
  className?: string
}

/** A short word on a tint. */
export function Tag({ children, tone = 'brand', className }: TagProps) {
  return (
    <AtTag size="small" className={classNames('tag', `tag--${tone}`, className)}>
      {children}
    </AtTag>
  )
}
