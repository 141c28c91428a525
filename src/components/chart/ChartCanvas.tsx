import { Canvas, View } from '@tarojs/components'
import type { CSSProperties } from 'react'
import type { PointerTarget } from './pointerInput'
import type { CanvasDrawing, Drawing } from './useCanvasDrawing'

export interface ChartCanvasProps {
  id: string
  canvas: CanvasDrawing<Drawing>
  /** In CSS pixels at `designWidth`. */
  height: number
  background: string
  /** The screen reader's text; without it the canvas is hidden from it. */
  label?: string
}

/** Swipes up and down scroll the page; a long press is the chart's, not the browser's. */
const STYLE: CSSProperties = {
  display: 'block',
  width: '100%',
  height: '100%',
  touchAction: 'pan-y',
  userSelect: 'none',
  WebkitUserSelect: 'none',
  WebkitTouchCallout: 'none',
}

/** `designWidth` pixels of the mini program's screen, and of a rem in the browser. */
const RPX_PER_PIXEL = 2
const PX_PER_REM = 16

/** The canvas of a chart. In the mini program, where a canvas has no listeners, touches come through its props. */
export function ChartCanvas({ id, canvas, height, background, label }: ChartCanvasProps) {
  const handleTouch = (deliver: (input: PointerTarget, touch: Touch) => void) => (event: object) => {
    const input = canvas.drawing.current?.input
    if (!input || canvas.hasPointers.current) return
    for (const touch of (event as TouchLike).changedTouches ?? []) deliver(input, touch)
  }
  const spoken = label === undefined ? { 'aria-hidden': true } : { ariaRole: 'img', ariaLabel: label }
  return (
    <View className="num" style={{ height: cssHeight(height), background }}>
      <Canvas
        id={id}
        type="2d"
        disableScroll
        {...spoken}
        style={STYLE}
        onTouchStart={handleTouch((input, touch) => input.down(touch.identifier, touch.x, touch.y))}
        onTouchMove={handleTouch((input, touch) => input.move(touch.identifier, touch.x, touch.y))}
        onTouchEnd={handleTouch((input, touch) => input.up(touch.identifier))}
        onTouchCancel={handleTouch((input) => input.cancel())}
      />
    </View>
  )
}

/** A touch on the mini program's canvas: its place is already relative to the canvas. */
interface Touch {
  identifier: number
  x: number
  y: number
}

interface TouchLike {
  changedTouches?: Touch[]
}

function cssHeight(height: number): string {
  return process.env.TARO_ENV === 'weapp' ? `${height * RPX_PER_PIXEL}rpx` : `${height / PX_PER_REM}rem`
}
