import { View } from '@tarojs/components'
import { memo } from 'react'
import './Sparkline.scss'

export interface SparklineProps {
  /** An SVG path in a box of 64 by 30, from `src/domain/sparkline.ts`. */
  path: string
  /** Decides the color. */
  trend: 'up' | 'down' | 'flat'
}

/** A small line without axes; the figures next to it say the same. It is a mask, so that it takes the theme. */
export const Sparkline = memo(function Sparkline({ path, trend }: SparklineProps) {
  const line = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 30' preserveAspectRatio='none'><path d='${path}' fill='none' stroke='#000' stroke-width='1.6' stroke-linejoin='round' stroke-linecap='round'/></svg>`
  const image = `url("data:image/svg+xml,${encodeURIComponent(line)}")`
  return (
    <View
      className={`sparkline sparkline--${trend}`}
      style={{ WebkitMaskImage: image, maskImage: image }}
      aria-hidden
    />
  )
})
