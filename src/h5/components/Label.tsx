import type { LabelProps } from '@tarojs/components'
import { forwardRef } from 'react'
import { domProps } from './dom'

export const Label = forwardRef<HTMLLabelElement, LabelProps>(function Label(props, ref) {
  const { for: target, ...rest } = props
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is given by the caller
  return <label {...domProps(rest)} ref={ref} htmlFor={target} />
})
