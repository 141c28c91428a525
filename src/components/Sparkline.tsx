import { memo } from 'react'
import { Drawing, lineOf } from './Drawing'
import './Sparkline.scss'

interface SparklineProps {
  /** An SVG path in a box of 64 by 30, from `src/domain/sparkline.ts`. */
  path: string
  /** Decides the color. */
  trend: 'up' | 'down' | 'flat'
}

const BOX = { width: 64, height: 30 }

/** A small line without axes; the figures next to it say the same. */
export const Sparkline = memo(function Sparkline({ path, trend }: SparklineProps) {
  return (
    <Drawing className={`sparkline sparkline--${trend}`} body={lineOf(path, 1.6, 'stroke-linecap="round"')} box={BOX} />
  )
})
