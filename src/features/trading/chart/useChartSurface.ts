import { useCallback, useEffect, useRef } from 'react'
import { type CanvasDrawing, type Drawing, useCanvasDrawing } from '../../../components/chart/useCanvasDrawing'
import { useFullSeconds } from '../../../components/chart/useFullSeconds'
import { prefersLessMotion } from '../../../platform/motion'
import type { ChartContent } from './draw'
import { createGestures } from './gestures'
import { createRenderer, type Renderer } from './renderer'
import type { ChartPoint } from './types'

export interface ChartDrawing extends Drawing {
  renderer: Renderer
}

interface Listeners {
  onNeedOlder(): void
  onPoint(point: ChartPoint | undefined): void
  onAway(away: boolean): void
  onLevel(price: string): void
}

/** Keeps the renderer on the canvas with `id`, shows it the newest `content`, and lets its clocks run while `live`. */
export function useChartSurface(
  id: string,
  content: ChartContent,
  live: boolean,
  listeners: Listeners,
): CanvasDrawing<ChartDrawing> {
  const latest = useRef({ content, listeners })
  latest.current = { content, listeners }
  const canvas = useCanvasDrawing(id, (surface): ChartDrawing => {
    const renderer = createRenderer({
      surface,
      content: latest.current.content,
      onNeedOlder: () => latest.current.listeners.onNeedOlder(),
      onPoint: (point) => latest.current.listeners.onPoint(point),
      onAway: (away) => latest.current.listeners.onAway(away),
    })
    const input = createGestures({
      panBy: (dx) => renderer.panBy(dx),
      fling: (velocity) => prefersLessMotion() || renderer.fling(velocity),
      hold: () => renderer.hold(),
      zoomBy: (factor, x) => renderer.zoomBy(factor, x),
      setCrosshair: (point) => renderer.setCrosshair(point),
      tap(point) {
        const price = renderer.levelAt(point)
        if (price !== undefined) latest.current.listeners.onLevel(price)
      },
    })
    return {
      renderer,
      input,
      setSurface: (next) => renderer.setSurface(next),
      dispose() {
        renderer.dispose()
        input.dispose()
      },
    }
  })
  useEffect(() => canvas.drawing.current?.renderer.setContent(content), [canvas.drawing, content])
  const tick = useCallback(() => canvas.drawing.current?.renderer.tick(), [canvas.drawing])
  useFullSeconds(live, content.serverNow, tick)
  return canvas
}
