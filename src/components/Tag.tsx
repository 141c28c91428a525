import { Text } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classNames } from './classNames'
import './Tag.scss'

export interface TagProps {
  children: ReactNode
  tone?: 'brand' | 'warn' | 'up' | 'down' | 'muted'
  className?: string
}

/** A short word on a tint. */
export function Tag({ children, tone = 'brand', className }: TagProps) {
  return <Text className={classNames('tag', `tag--${tone}`, className)}>{children}</Text>
}
