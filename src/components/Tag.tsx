import type { ReactNode } from 'react'
import AtTag from 'taro-ui/lib/components/tag/index'
import 'taro-ui/lib/style/components/tag.scss'
import './Tag.scss'

export interface TagProps {
  children: ReactNode
  tone?: 'brand' | 'good' | 'warn' | 'up' | 'down' | 'muted'
}

/** A short word on a tint. */
export function Tag({ children, tone = 'brand' }: TagProps) {
  return (
    <AtTag size="small" className={`tag tag--${tone}`}>
      {children}
    </AtTag>
  )
}
