import { Text, View } from '@tarojs/components'
import { type CSSProperties, useRef } from 'react'
import { usePageShown } from '../platform/usePageShown'
import { classNames } from './classNames'
import './CountdownRing.scss'

export interface CountdownRingProps {
  /** How long it takes, in ms. */
  totalMs: number
  /** How much of that is left, in ms; undefined while it waits to begin. */
  leftMs: number | undefined
  /** In the middle, e.g. "0:37". */
  text: string
  /** The screen reader's text instead of the text. */
  label?: string
}

/** The ring takes its warning color below this fraction. */
const LAST_PART = 0.2

/** A ring that runs out. The style sheet moves it: in WeChat each step of a script would cross to another thread. */
export function CountdownRing({ totalMs, leftMs, text, label }: CountdownRingProps) {
  const { number, sinceMs } = useCourse(totalMs, leftMs)
  const style = { '--ring-total': `${totalMs}ms`, '--ring-since': `${-sinceMs}ms` } as CSSProperties
  const isLast = leftMs !== undefined && leftMs < totalMs * LAST_PART
  return (
    <View
      className={classNames('ring', isLast && 'ring--last', leftMs === undefined && 'ring--waiting')}
      ariaRole="timer"
      aria-label={label}
    >
      <View key={number} className="ring__arc" style={style}>
        <View className="ring__side">
          <View className="ring__half" />
        </View>
        <View className="ring__side ring__side--left">
          <View className="ring__half" />
        </View>
        <View className="ring__tip" />
      </View>
      <Text className="ring__text center strong t12 num">{text}</Text>
    </View>
  )
}

/** From here on the picture and the time differ visibly. */
const DRIFT_MS = 500

/** Where the movement began. It begins again if the time jumps, e.g. after sleep, and when a page that was away shows again. */
function useCourse(totalMs: number, leftMs: number | undefined): { number: number; sinceMs: number } {
  const shown = usePageShown()
  const course = useRef({ number: 0, at: 0, leftMs: Number.NaN, totalMs, shown })
  const { current } = course
  const now = Date.now()
  const expected = Math.max(0, current.leftMs - (now - current.at))
  const left = leftMs ?? totalMs
  const goesOn = leftMs === undefined ? current.leftMs === totalMs : Math.abs(expected - leftMs) < DRIFT_MS
  if (!goesOn || totalMs !== current.totalMs || shown !== current.shown) {
    course.current = { number: current.number + 1, at: now, leftMs: left, totalMs, shown }
  }
  return { number: course.current.number, sinceMs: Math.round(totalMs - course.current.leftMs) }
}
