import type { TextProps } from '@tarojs/components'
import { forwardRef, type KeyboardEvent } from 'react'
import { element } from './element'

/** Enter follows a link. */
function handleKeyDown(event: KeyboardEvent<HTMLSpanElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.click()
}

/** Text. With the role of a link it takes keyboard focus and still wraps like text. */
export const Text = forwardRef<HTMLSpanElement, TextProps>(function Text(props, ref) {
  const { selectable, userSelect, space, decode, numberOfLines, maxLines, ...rest } = props
  const isLink = props.ariaRole === 'link' && props.onClick !== undefined
  const keys = isLink ? { tabIndex: 0, onKeyDown: handleKeyDown } : undefined
  return element('span', { ...keys, ...rest }, ref)
})
