import type { TextProps } from '@tarojs/components'
import { forwardRef } from 'react'
import { domProps } from './dom'

export const Text = forwardRef<HTMLSpanElement, TextProps>(function Text(props, ref) {
  const { selectable, userSelect, space, decode, numberOfLines, maxLines, ...rest } = props
  return <span {...domProps(rest)} ref={ref} />
})
