import type { ViewProps } from '@tarojs/components'
import { forwardRef } from 'react'
import { domProps } from './dom'

export const View = forwardRef<HTMLDivElement, ViewProps>(function View(props, ref) {
  return <div {...domProps(props)} ref={ref} />
})
