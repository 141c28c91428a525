import { Text, View } from '@tarojs/components'
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

/**
 * A price that lights up for a moment in the color of its way when it changes, and no longer. A copy over it fades, which
 * the compositor does alone: a color that fades would have every picture of that moment styled and painted.
 */
export function Flash({ text, value, className }: FlashProps) {
  const last = useRef({ value, text, way: '' })
  if (last.current.text !== text) {
    last.current = { value, text, way: value > last.current.value ? 'flash__copy up' : 'flash__copy down' }
  }
  // Another key is another element, whose animation begins again.
  return (
    <View className={classNames('flash', className)}>
      <Text>{text}</Text>
      {last.current.way === '' ? null : (
        <Text key={text} className={last.current.way} aria-hidden>
          {text}
        </Text>
      )}
    </View>
  )
}
