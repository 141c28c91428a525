import { memo } from 'react'
import type { SparklineProps } from '../components/Sparkline'
import '../components/Sparkline.scss'
import './drawn.scss'

/** In place of `src/components/Sparkline.tsx`. */
export const Sparkline = memo(function Sparkline({ path, trend }: SparklineProps) {
  return (
    <div className={`sparkline sparkline--${trend} drawn`} aria-hidden>
      <svg viewBox="0 0 64 30" preserveAspectRatio="none" aria-hidden="true">
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
    </div>
  )
})
