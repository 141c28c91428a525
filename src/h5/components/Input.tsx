import type { InputProps } from '@tarojs/components'
import { forwardRef, type KeyboardEvent, type Ref } from 'react'
import { classes, domProps, withDetail } from './dom'
import { useTextControl } from './useTextControl'

const KEYBOARD = { digit: 'decimal', number: 'numeric', tel: 'tel' } as const

function elementType(props: InputProps): string {
  if (props.password || props.type === 'safe-password') return 'password'
  if (props.confirmType === 'search') return 'search'
  return 'text'
}

export const Input = forwardRef<HTMLInputElement, InputProps>(function Input(props, ref) {
  const { type, password, confirmType, focus, value, defaultValue, maxlength = 140, className, ...rest } = props
  const { onInput, onConfirm, onFocus, onBlur, ...more } = rest
  const { placeholderClass, placeholderStyle, cursorSpacing, adjustPosition, ...others } = more
  const control = useTextControl({
    value,
    focus,
    onInput,
    forwarded: ref as Ref<HTMLInputElement | HTMLTextAreaElement>,
  })
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Held down, it sends once: the browser would submit the form again, too.
    if (event.repeat) return event.preventDefault()
    onConfirm?.(withDetail(event, { value: event.currentTarget.value }) as never)
  }
  return (
    <input
      {...domProps(others)}
      {...control}
      className={classes('input', className)}
      type={elementType(props)}
      inputMode={KEYBOARD[type as keyof typeof KEYBOARD]}
      enterKeyHint={confirmType}
      maxLength={maxlength < 0 ? undefined : maxlength}
      defaultValue={value ?? defaultValue}
      onKeyDown={handleKeyDown}
      onFocus={(event) => onFocus?.(withDetail(event, { value: event.currentTarget.value }) as never)}
      onBlur={(event) => onBlur?.(withDetail(event, { value: event.currentTarget.value }) as never)}
    />
  )
})
