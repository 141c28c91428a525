import { View } from '@tarojs/components'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ChartCanvas } from './ChartCanvas'
import './LineChart.scss'
import {
  createLineRenderer,
  type LineColors,
  type LineFall,
  type LinePoint,
  type LineRenderer,
  pointAt,
} from './lineRenderer'
import { stepTo } from './stepTo'
import { type Drawing, nextCanvasId, useCanvasDrawing } from './useCanvasDrawing'

export interface LineChartProps {
  /** From left to right, evenly spaced; at least one. */
  points: readonly LinePoint[]
  /** The screen reader's announcement of the whole, e.g. "Income per 10,000, 7 days, lowest …, highest …". */
  label: string
  colors: LineColors
  /** Finest step of the axis, e.g. 0.0001. */
  step: number
  /** Writes a value of the axis. Pass the same function until its output changes. */
  axisText: (value: number) => string
  /** A value that is always in the picture, on a stronger line. */
  baseline?: number
  /** A fall to show. Pass the same object until it changes. */
  fall?: LineFall | undefined
  /** In CSS pixels; 168 by default. */
  height?: number
}

interface LineDrawing extends Drawing {
  renderer: LineRenderer
}

const HEIGHT = 168

/**
 * A line over time. A finger or a pointer on it, or the arrow keys, read one point; screen readers announce that point
 * as the value of a slider.
 */
export function LineChart(props: LineChartProps) {
  const { points, label, colors, step, axisText, baseline, fall, height = HEIGHT } = props
  const [id] = useState(nextCanvasId)
  const [pointed, setPointed] = useState<number | undefined>(undefined)
  const last = points.length - 1
  const read = pointed === undefined ? undefined : Math.min(pointed, last)
  const content = useMemo(
    () => ({ points, colors, step, axisText, baseline, fall, pointed: read }),
    [points, colors, step, axisText, baseline, fall, read],
  )
  const latest = useRef(content)
  latest.current = content
  const canvas = useCanvasDrawing(id, (surface): LineDrawing => {
    let { width } = surface
    const renderer = createLineRenderer({ surface, content: latest.current })
    const point = (x: number) => setPointed(pointAt(x, width, latest.current.points.length))
    const clear = () => setPointed(undefined)
    return {
      renderer,
      input: {
        down: (_, x) => point(x),
        move: (_, x) => point(x),
        up: clear,
        cancel: clear,
        hover: point,
        leave: clear,
      },
      setSurface(next) {
        width = next.width
        renderer.setSurface(next)
      },
      dispose: renderer.dispose,
    }
  })
  useEffect(() => canvas.drawing.current?.renderer.setContent(content), [canvas.drawing, content])

  const handleKeyDown = (event: { key: string; preventDefault(): void }) => {
    const next = stepTo(event.key, read ?? last, { first: 0, last })
    if (next === undefined) return
    event.preventDefault()
    setPointed(next === 'none' ? undefined : next)
  }
  const current = points[read ?? last]
  // A mini program has no keyboard, so Taro's types know nothing of one.
  const keyboard = { tabIndex: 0, onKeyDown: handleKeyDown, onBlur: () => setPointed(undefined) }
  return (
    <View
      className="line-chart"
      ariaRole="slider"
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={(read ?? last) + 1}
      aria-valuetext={current ? `${current.label}: ${current.text}` : ''}
      {...keyboard}
    >
      <ChartCanvas id={id} canvas={canvas} height={height} background={colors.background} />
    </View>
  )
}
