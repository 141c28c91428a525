import { reaction } from 'mobx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ChartCanvas } from '../../../components/chart/ChartCanvas'
import { createFrameLoop } from '../../../components/chart/frameLoop'
import { type Drawing, nextCanvasId, useCanvasDrawing } from '../../../components/chart/useCanvasDrawing'
import { useFullSeconds } from '../../../components/chart/useFullSeconds'
import { everyWhileVisible } from '../../../platform/whileVisible'
import { drawTicks, type TickContent } from './drawTicks'

export interface TickChartProps {
  /** Observed: a change of what it reads draws a picture and renders nothing. */
  content: () => TickContent
  background: string
  /** In CSS pixels. */
  height: number
  /** Whether the page is visible, so that the clock runs. */
  live: boolean
  /** By the server's clock, epoch ms. */
  serverNow: () => number
  /** The screen reader's text of the picture; asked for every few seconds, and at once when there is another `subject`. */
  describe: () => string
  subject: string
}

interface TickDrawing extends Drawing {
  redraw(): void
}

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
export function TickChart({ content, background, height, live, serverNow, describe, subject }: TickChartProps) {
  const [id] = useState(nextCanvasId)
  const latest = useRef(content)
  latest.current = content
  const canvas = useCanvasDrawing(id, (first): TickDrawing => {
    let surface = first
    const loop = createFrameLoop(() => drawTicks(surface, latest.current()))
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
  const redraw = useCallback(() => canvas.drawing.current?.redraw(), [canvas.drawing])
  useEffect(() => reaction(content, redraw, { fireImmediately: true }), [content, redraw])
  useFullSeconds(live, serverNow, redraw)
  const summary = useSummary(describe, live, subject)
  return <ChartCanvas id={id} canvas={canvas} height={height} background={background} label={summary} />
}

/** The picture in words: renewed at once when it has another subject, otherwise every few seconds. */
function useSummary(describe: () => string, live: boolean, subject: string): string {
  const latest = useRef(describe)
  latest.current = describe
  const [summary, setSummary] = useState(describe)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject renews the text at once
  useEffect(() => {
    setSummary(latest.current())
    if (!live) return
    return everyWhileVisible(SUMMARY_MS, () => setSummary(latest.current()))
  }, [live, subject])
  return summary
}
