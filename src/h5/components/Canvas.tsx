import type { CanvasProps } from '@tarojs/components'
import { forwardRef } from 'react'
import { domProps } from './dom'

/** A bare canvas: `createSelectorQuery().fields({ node: true })` finds the element itself. */
export const Canvas = forwardRef<HTMLCanvasElement, CanvasProps>(function Canvas(props, ref) {
  const { type, canvasId, disableScroll, nativeProps, ...rest } = props
  return <canvas {...domProps(rest)} ref={ref} />
})
