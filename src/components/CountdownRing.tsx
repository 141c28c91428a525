import { Text, View } from '@tarojs/components'
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
const HALF_TURN_DEGREES = 180

/** A ring that runs out: two half rings, each turning behind a window, which every target can draw. */
export function CountdownRing({ fraction, text, label }: CountdownRingProps) {
  const left = Math.min(1, Math.max(0, fraction))
  const degrees = left * 2 * HALF_TURN_DEGREES
  const turn = (value: number) => ({ transform: `rotate(${value.toFixed(1)}deg)` })
  return (
    <View className={`ring ${left < LAST_PART ? 'ring--last' : ''}`} ariaRole="timer" aria-label={label}>
      <View className="ring__window ring__window--right">
        <View className="ring__half ring__half--right" style={turn(Math.min(degrees, HALF_TURN_DEGREES) - 180)} />
      </View>
      <View className="ring__window ring__window--left">
        <View className="ring__half ring__half--left" style={turn(Math.max(degrees, HALF_TURN_DEGREES) - 360)} />
      </View>
      <Text className="ring__text num">{text}</Text>
    </View>
  )
}
