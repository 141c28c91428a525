import { Text } from '@tarojs/components'
import { useRef } from 'react'
import { classNames } from './classNames'
import './Flash.scss'

export interface FlashProps {
  /** As shown. */
  text: string
  /** The value to compare, to tell a rise from a fall. */
  value: number
  className?: string
}

/** A price that lights up for a moment in the color of its way when it changes, and no longer. */
export function Flash({ text, value, className }: FlashProps) {
  const last = useRef({ value, text, way: '' })
  if (last.current.text !== text) {
    last.current = { value, text, way: value > last.current.value ? 'flash--up' : 'flash--down' }
  }
  // Another key is another element, whose animation begins again.
  return (
    <Text key={text} className={classNames(className, last.current.way)}>
      {text}
    </Text>
  )
}
