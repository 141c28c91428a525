import { Text, View } from '@tarojs/components'
import { useEffect, useRef, useState } from 'react'
import { classNames } from './classNames'
import './Flash.scss'

export interface FlashProps {
  /** As shown. */
  text: string
  /** The value to compare, to tell a rise from a fall. */
  value: number
  className?: string
}

/** Longer than the pause between two prices of a busy market, which would start and end a fade with each of them. */
const LIT_MS = 240

/**
 * A price that lights up in the color of its way when it changes, and fades once it rests. What fades is a copy over it,
 * which the compositor does alone: a color that fades would have every picture of that moment styled and painted.
 */
export function Flash({ text, value, className }: FlashProps) {
  const last = useRef({ value, text, way: '', changes: 0 })
  if (last.current.text !== text) {
    const { value: before, changes } = last.current
    last.current = { value, text, way: value > before ? 'up' : 'down', changes: changes + 1 }
  }
  const { way, changes } = last.current
  const [faded, setFaded] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setFaded(changes), LIT_MS)
    return () => clearTimeout(timer)
  }, [changes])
  return (
    <View className={classNames('flash', className)}>
      <Text>{text}</Text>
      {changes === 0 ? null : (
        <Text className={classNames('flash__copy', way, faded !== changes && 'flash__copy--lit')} aria-hidden>
          {text}
        </Text>
      )}
    </View>
  )
}
