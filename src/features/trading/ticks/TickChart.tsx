import { useEffect, useRef, useState } from 'react'
import { ChartCanvas } from '../../../components/chart/ChartCanvas'
import { createFrameLoop } from '../../../components/chart/frameLoop'
import { type Drawing, nextCanvasId, useCanvasDrawing } from '../../../components/chart/useCanvasDrawing'
import { drawTicks, type TickContent } from './drawTicks'

export interface TickChartProps {
  content: TickContent
  /** In CSS pixels. */
  height: number
  /** Whether the page is visible, so that the clock runs. */
  live: boolean
  /** The screen reader's text of the picture; asked for every few seconds. */
  describe: () => string
}

interface TickDrawing extends Drawing {
  redraw(): void
}

const CLOCK_MS = 500
const SUMMARY_MS = 5_000

/** A finger on it scrolls the page: there is no other part of the time to see. */
const NO_INPUT = {
  down: () => undefined,
  move: () => undefined,
  up: () => undefined,
  cancel: () => undefined,
  hover: () => undefined,
  leave: () => undefined,
}

/** Every price of the last minutes, and the time ahead up to the ends of the orders. */
export function TickChart({ content, height, live, describe }: TickChartProps) {
  const [id] = useState(nextCanvasId)
  const latest = useRef({ content, describe })
  latest.current = { content, describe }
  const canvas = useCanvasDrawing(id, (first): TickDrawing => {
    let surface = first
    const loop = createFrameLoop(() => drawTicks(surface, latest.current.content))
    loop.invalidate()
    return {
      input: NO_INPUT,
      redraw: loop.invalidate,
      setSurface(next) {
        surface = next
        loop.invalidate()
      },
      dispose: loop.dispose,
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another picture
  useEffect(() => canvas.drawing.current?.redraw(), [canvas.drawing, content])
  useEffect(() => {
    if (!live) return
    const timer = setInterval(() => canvas.drawing.current?.redraw(), CLOCK_MS)
    return () => clearInterval(timer)
  }, [canvas.drawing, live])
  const summary = useSummary(() => latest.current.describe(), live, content.orders.length, content.points.length > 0)
  return <ChartCanvas id={id} canvas={canvas} height={height} background={content.colors.background} label={summary} />
}

/** The picture in words: renewed at once when an order comes or goes, otherwise every few seconds. */
function useSummary(describe: () => string, live: boolean, orders: number, hasPoints: boolean): string {
  const latest = useRef(describe)
  latest.current = describe
  const [summary, setSummary] = useState(describe)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these changes renew the text at once
  useEffect(() => {
    setSummary(latest.current())
    if (!live) return
    const timer = setInterval(() => setSummary(latest.current()), SUMMARY_MS)
    return () => clearInterval(timer)
  }, [live, orders, hasPoints])
  return summary
}
