import type { LabelProps } from '@tarojs/components'
import { forwardRef } from 'react'
import { element } from './element'

export const Label = forwardRef<HTMLLabelElement, LabelProps>(function Label(props, ref) {
  const { for: target, ...rest } = props
  return element('label', { ...rest, htmlFor: target }, ref)
})
