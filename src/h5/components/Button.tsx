import type { ButtonProps } from '@tarojs/components'
import { forwardRef } from 'react'
import { domProps } from './dom'

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(props, ref) {
  const { type, size, plain, loading, formType, disabled, children, ...rest } = props
  return (
    <button {...domProps(rest)} ref={ref} type={formType ?? 'button'} disabled={disabled}>
      {children}
    </button>
  )
})
