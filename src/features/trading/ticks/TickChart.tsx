import { reaction } from 'mobx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ChartCanvas } from '../../../components/chart/ChartCanvas'
import { createFrameLoop } from '../../../components/chart/frameLoop'
import { type Drawing, nextCanvasId, useCanvasDrawing } from '../../../components/chart/useCanvasDrawing'
import { useFullSeconds } from '../../../components/chart/useFullSeconds'
import { everyWhileVisible } from '../../../platform/whileVisible'
import { priceAtHeight } from '../chart/levels'
import { drawTicks } from './drawTicks'
import { createTickInput } from './tickInput'
import { mostBack, type TickContent, type TickScene } from './tickScene'

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
  /** A tap on the scale of prices, at this price. */
  onLevel?: ((price: string) => void) | undefined
}

interface TickDrawing extends Drawing {
  redraw(): void
}

const SUMMARY_MS = 5_000

/** Every price of the last minutes, and the time ahead up to the ends of the orders. */
export function TickChart({
  content,
  background,
  height,
  live,
  serverNow,
  describe,
  subject,
  onLevel,
}: TickChartProps) {
  const [id] = useState(nextCanvasId)
  const latest = useRef(content)
  latest.current = content
  const level = useRef(onLevel)
  level.current = onLevel
  const canvas = useCanvasDrawing(id, (first): TickDrawing => {
    let surface = first
    let scene: TickScene | undefined
    let most = 0
    const { view, input, dispose } = createTickInput(
      () => loop.invalidate(),
      () => most,
      ({ x, y }) => {
        if (!scene || x <= scene.plotRight || y > scene.bottom) return false
        level.current?.(priceAtHeight(scene.scale, y, latest.current().decimals))
        return true
      },
    )
    const loop = createFrameLoop(() => {
      const now = latest.current()
      scene = drawTicks(surface, now, view)
      if (scene) most = mostBack(scene, now.points)
    })
    loop.invalidate()
    return {
      input,
      redraw: loop.invalidate,
      setSurface(next) {
        surface = next
        loop.invalidate()
      },
      dispose() {
        dispose()
        loop.dispose()
      },
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
