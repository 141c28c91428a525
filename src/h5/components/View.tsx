import type { ViewProps } from '@tarojs/components'
import { forwardRef, type KeyboardEvent } from 'react'
import { element } from './element'

/** Enter and Space do what a tap does. */
function handleKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
  event.preventDefault()
  event.currentTarget.click()
}

/** A box. With the role of a button it takes keyboard focus and presses. */
export const View = forwardRef<HTMLDivElement, ViewProps>(function View(props, ref) {
  const pressable = props.ariaRole === 'button' && props.onClick !== undefined
  const keys = pressable ? { tabIndex: 0, onKeyDown: handleKeyDown } : undefined
  return element('div', { ...keys, ...props }, ref)
})
