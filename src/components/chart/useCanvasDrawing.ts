import { type RefObject, useEffect, useRef } from 'react'
import { type CanvasHandle, openCanvas } from '../../platform/canvas'
import { usePageShown } from '../../platform/usePageShown'
import { attachPointerInput, type PointerTarget } from './pointerInput'

/** A canvas's drawing function and touch handlers. */
export interface Drawing {
  input: PointerTarget
  /** The canvas' size or pixel ratio has changed. */
  setSurface(surface: CanvasHandle): void
  dispose(): void
}

export interface CanvasDrawing<D extends Drawing> {
  /** Null until the canvas is open. */
  drawing: RefObject<D | null>
  /** Whether the canvas has its own listeners, so that touch props would count twice. */
  hasPointers: RefObject<boolean>
  /** Asks the canvas for its size again. Only a browser tells when that changes. */
  measure: RefObject<(() => void) | undefined>
}

const OPEN_TRIES = 10
const OPEN_RETRY_MS = 60

let lastCanvas = 0

/** An id for a canvas; every target finds the canvas by it. */
export function nextCanvasId(): string {
  lastCanvas += 1
  return `chart-${lastCanvas}`
}

/** Opens the canvas with `id` once it has a size, lets `start` draw on it, and follows its size. */
export function useCanvasDrawing<D extends Drawing>(id: string, start: (surface: CanvasHandle) => D): CanvasDrawing<D> {
  const drawing = useRef<D | null>(null)
  const hasPointers = useRef(false)
  const measure = useRef<(() => void) | undefined>(undefined)
  const latestStart = useRef(start)
  latestStart.current = start
  const shown = usePageShown()
  const openAgain = useRef<(() => void) | undefined>(undefined)

  // A canvas that was made while its page was under another one had no size and was not found. Above the effect that opens it
  // first, which this one need not repeat.
  useEffect(() => {
    if (shown) openAgain.current?.()
  }, [shown])

  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const stops: (() => void)[] = []

    function begin(surface: CanvasHandle): void {
      if (drawing.current) return
      const started = latestStart.current(surface)
      drawing.current = started
      stops.push(started.dispose)
      const canvas = surface.context.canvas as HTMLCanvasElement | undefined
      if (typeof canvas?.addEventListener !== 'function') return
      hasPointers.current = true
      stops.push(attachPointerInput(canvas, started.input), followSize(canvas.parentElement ?? canvas, reopen))
    }

    async function open(triesLeft: number): Promise<void> {
      const surface = await openCanvas(id)
      if (isGone) return
      if (surface) begin(surface)
      else if (triesLeft > 0) timer = setTimeout(() => open(triesLeft - 1), OPEN_RETRY_MS)
    }

    async function reopen(): Promise<void> {
      const surface = await openCanvas(id)
      if (surface && !isGone) drawing.current?.setSurface(surface)
    }

    measure.current = () => {
      if (!hasPointers.current) void reopen()
    }
    openAgain.current = () => {
      clearTimeout(timer)
      if (!drawing.current) open(OPEN_TRIES)
    }
    open(OPEN_TRIES)
    return () => {
      isGone = true
      openAgain.current = undefined
      measure.current = undefined
      clearTimeout(timer)
      for (const stop of stops) stop()
      drawing.current = null
      hasPointers.current = false
    }
  }, [id])

  return { drawing, hasPointers, measure }
}

/** Calls `reopen` when the size of the canvas' box or the pixel ratio of the screen changes. */
function followSize(box: HTMLElement, reopen: () => void): () => void {
  let width = box.clientWidth
  let height = box.clientHeight
  let ratio = window.devicePixelRatio
  const check = () => {
    const isSame = box.clientWidth === width && box.clientHeight === height && window.devicePixelRatio === ratio
    if (isSame || box.clientWidth === 0) return
    width = box.clientWidth
    height = box.clientHeight
    ratio = window.devicePixelRatio
    reopen()
  }
  const observer = typeof ResizeObserver === 'function' ? new ResizeObserver(check) : undefined
  observer?.observe(box)
  window.addEventListener('resize', check)
  return () => {
    observer?.disconnect()
    window.removeEventListener('resize', check)
  }
}
