import { type RefObject, useEffect, useRef } from 'react'
import { openCanvas } from '../../../platform/canvas'
import { createGestures, type Gestures } from './gestures'
import { attachPointerInput } from './pointerInput'
import { type ChartContent, createRenderer, type Renderer, type Surface } from './renderer'

const OPEN_TRIES = 10
const OPEN_RETRY_MS = 60

interface ChartHandles {
  renderer: RefObject<Renderer | null>
  gestures: RefObject<Gestures | null>
  /** Whether the canvas listens by itself, so that touch props would count double. */
  hasPointers: RefObject<boolean>
}

/** Opens the canvas with `id` once it has a size, keeps the renderer on it, and follows its size. */
export function useChartSurface(id: string, content: ChartContent, onNeedOlder: () => void): ChartHandles {
  const renderer = useRef<Renderer | null>(null)
  const gestures = useRef<Gestures | null>(null)
  const hasPointers = useRef(false)
  const latest = useRef({ content, onNeedOlder })
  latest.current = { content, onNeedOlder }

  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const stops: (() => void)[] = []

    function start(surface: Surface): void {
      const started = createRenderer({
        surface,
        content: latest.current.content,
        onNeedOlder: () => latest.current.onNeedOlder(),
      })
      const input = createGestures(started)
      renderer.current = started
      gestures.current = input
      stops.push(started.dispose, input.dispose)
      const canvas = surface.context.canvas as HTMLCanvasElement | undefined
      if (typeof canvas?.addEventListener !== 'function') return
      hasPointers.current = true
      stops.push(attachPointerInput(canvas, input), followSize(canvas, surface, reopen))
    }

    async function open(triesLeft: number): Promise<void> {
      const surface = await openCanvas(id)
      if (isGone) return
      if (surface) start(surface)
      else if (triesLeft > 0) timer = setTimeout(() => open(triesLeft - 1), OPEN_RETRY_MS)
    }

    async function reopen(): Promise<void> {
      const surface = await openCanvas(id)
      if (surface && !isGone) renderer.current?.setSurface(surface)
    }

    open(OPEN_TRIES)
    return () => {
      isGone = true
      clearTimeout(timer)
      for (const stop of stops) stop()
      renderer.current = null
      gestures.current = null
      hasPointers.current = false
    }
  }, [id])

  useEffect(() => renderer.current?.setContent(content), [content])
  return { renderer, gestures, hasPointers }
}

/** Calls `reopen` when the canvas' box or the screen's sharpness changed. */
function followSize(canvas: HTMLCanvasElement, surface: Surface, reopen: () => void): () => void {
  let { width, height } = surface
  let ratio = window.devicePixelRatio
  const check = () => {
    const isSame = canvas.clientWidth === width && canvas.clientHeight === height && window.devicePixelRatio === ratio
    if (isSame || canvas.clientWidth === 0) return
    width = canvas.clientWidth
    height = canvas.clientHeight
    ratio = window.devicePixelRatio
    reopen()
  }
  const observer = typeof ResizeObserver === 'function' ? new ResizeObserver(check) : undefined
  observer?.observe(canvas)
  window.addEventListener('resize', check)
  return () => {
    observer?.disconnect()
    window.removeEventListener('resize', check)
  }
}
