import { useEffect, useRef } from 'react'
import { type CanvasDrawing, type Drawing, useCanvasDrawing } from '../../../components/chart/useCanvasDrawing'
import { createGestures } from './gestures'
import { type ChartContent, createRenderer, type Renderer } from './renderer'

interface ChartDrawing extends Drawing {
  renderer: Renderer
}

/** Keeps the renderer on the canvas with `id`, and shows it the newest `content`. */
export function useChartSurface(
  id: string,
  content: ChartContent,
  onNeedOlder: () => void,
): CanvasDrawing<ChartDrawing> {
  const latest = useRef({ content, onNeedOlder })
  latest.current = { content, onNeedOlder }
  const canvas = useCanvasDrawing(id, (surface): ChartDrawing => {
    const renderer = createRenderer({
      surface,
      content: latest.current.content,
      onNeedOlder: () => latest.current.onNeedOlder(),
    })
    const input = createGestures(renderer)
    return {
      renderer,
      input,
      setSurface: renderer.setSurface,
      dispose() {
        renderer.dispose()
        input.dispose()
      },
    }
  })
  useEffect(() => canvas.drawing.current?.renderer.setContent(content), [canvas.drawing, content])
  return canvas
}
