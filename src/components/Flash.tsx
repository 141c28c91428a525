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

/** Between the beginnings of two flashes. A price in color most of the time would say nothing by its color. */
const PAUSE_MS = 2_500

/**
 * A price of which the digits that changed light up for a moment, in the color of the way it went. What fades is a copy
 * over it, which the compositor does alone: a color that fades would have every picture of that moment styled and painted.
 */
export function Flash({ text, value, className }: FlashProps) {
  const last = useRef({ value, text, number: 0, at: Number.NEGATIVE_INFINITY, way: '', from: 0 })
  const before = last.current
  if (before.text !== text) {
    const now = Date.now()
    const isNew = now - before.at >= PAUSE_MS
    const flash = { number: before.number + 1, at: now, way: value > before.value ? 'up' : 'down' }
    last.current = { ...before, value, text, ...(isNew && { ...flash, from: firstChange(before.text, text) }) }
  }
  const { number, way, from } = last.current
  return (
    <View className={classNames('flash', className)}>
      <Text>{text}</Text>
      {number === 0 ? null : (
        <Text key={number} className={classNames('flash__copy', way)} aria-hidden>
          <Text className="flash__same">{text.slice(0, from)}</Text>
          {text.slice(from)}
        </Text>
      )}
    </View>
  )
}

/** The place of the first character that differs; 0 if the length does, as all digits have moved then. */
function firstChange(before: string, now: string): number {
  if (before.length !== now.length) return 0
  let at = 0
  while (at < now.length && before[at] === now[at]) at += 1
  return at
}
