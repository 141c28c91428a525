import type { TextareaProps } from '@tarojs/components'
import { forwardRef, type Ref } from 'react'
import { classes, domProps, withDetail } from './dom'
import { useTextControl } from './useTextControl'

export const Textarea = forwardRef<HTMLTextAreaElement, TextareaProps>(function Textarea(props, ref) {
  const {
    focus,
    value,
    defaultValue,
    maxlength = 140,
    autoHeight,
    placeholderClass,
    cursorSpacing,
    className,
    onInput,
    onFocus,
    onBlur,
    ...rest
  } = props
  const control = useTextControl({
    value,
    focus,
    onInput,
    forwarded: ref as Ref<HTMLInputElement | HTMLTextAreaElement>,
  })
  return (
    <textarea
      {...domProps(rest)}
      {...control}
      className={classes('input', className)}
      maxLength={maxlength < 0 ? undefined : maxlength}
      defaultValue={value ?? defaultValue}
      onFocus={(event) => onFocus?.(withDetail(event, { value: event.currentTarget.value }) as never)}
      onBlur={(event) => onBlur?.(withDetail(event, { value: event.currentTarget.value }) as never)}
    />
  )
})
