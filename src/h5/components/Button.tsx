import type { ButtonProps } from '@tarojs/components'
import { forwardRef } from 'react'
import { element } from './element'

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(props, ref) {
  const { type, size, plain, loading, formType, disabled, ...rest } = props
  return element('button', { ...rest, type: formType ?? 'button', disabled }, ref)
})
