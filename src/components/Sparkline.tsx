import { View } from '@tarojs/components'
import { memo } from 'react'
import { cutOf } from './cutOf'
import './Sparkline.scss'

export interface SparklineProps {
  /** An SVG path in a box of 64 by 30, from `src/domain/sparkline.ts`. */
  path: string
  /** Decides the color. */
  trend: 'up' | 'down' | 'flat'
}

const BOX = { width: 64, height: 30 }

/** A small line without axes; the figures next to it say the same. It is a mask, so that it takes the theme. */
export const Sparkline = memo(function Sparkline({ path, trend }: SparklineProps) {
  const line = `<path d='${path}' fill='none' stroke='#000' stroke-width='1.6' stroke-linejoin='round' stroke-linecap='round'/>`
  return <View className={`sparkline sparkline--${trend} cut`} style={cutOf(line, BOX)} aria-hidden />
})
