import { Canvas, View } from '@tarojs/components'
import { useEffect } from 'react'
import './ChartCanvas.scss'
import type { CanvasDrawing, Drawing } from './useCanvasDrawing'
import { useCanvasTouch } from './useCanvasTouch'

export interface ChartCanvasProps {
  id: string
  canvas: CanvasDrawing<Drawing>
  /** In CSS pixels at `designWidth`. */
  height: number
  background: string
  /** The screen reader's text; without it the canvas is hidden from it. */
  label?: string
}

/** `designWidth` pixels of the mini program's screen, and of a rem in the browser. */
const RPX_PER_PIXEL = 2
const PX_PER_REM = 16

/** The canvas of a chart. In the mini program, where a canvas has no listeners, touches come through its props. */
export function ChartCanvas({ id, canvas, height, background, label }: ChartCanvasProps) {
  const { measure } = canvas
  const touch = useCanvasTouch(canvas)
  const spoken = label === undefined ? { 'aria-hidden': true } : { ariaRole: 'img', ariaLabel: label }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is another size
  useEffect(() => {
    measure.current?.()
  }, [measure, height])
  return (
    <View className="num" style={{ height: cssHeight(height), background }}>
      <Canvas id={id} type="2d" className="chart-canvas" {...spoken} {...touch} />
    </View>
  )
}

export function cssHeight(height: number): string {
  return process.env.TARO_ENV === 'weapp' ? `${height * RPX_PER_PIXEL}rpx` : `${height / PX_PER_REM}rem`
}
