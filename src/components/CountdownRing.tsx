import { Text, View } from '@tarojs/components'
import type { CSSProperties } from 'react'
import { classNames } from './classNames'
import './CountdownRing.scss'

export interface CountdownRingProps {
  /** The share of the time that is left, 0 to 1. */
  fraction: number
  /** In the middle, e.g. "0:37". */
  text: string
  /** The screen reader's text instead of the text. */
  label?: string
}

/** The ring takes its warning color below this fraction. */
const LAST_PART = 0.2

/** A ring that runs out. */
export function CountdownRing({ fraction, text, label }: CountdownRingProps) {
  const left = Math.min(1, Math.max(0, fraction))
  return (
    <View className={classNames('ring', left < LAST_PART && 'ring--last')} ariaRole="timer" aria-label={label}>
      <View className="ring__arc" style={{ '--turn': `${(left * 360).toFixed(1)}deg` } as CSSProperties} />
      <Text className="ring__text center strong t12 num">{text}</Text>
    </View>
  )
}
