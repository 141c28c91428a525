import type { Gestures } from './gestures'

const LINE_PX = 16

/** Feeds a browser canvas' pointers and wheel to `gestures`; the mini program has touch events instead. */
export function attachPointerInput(canvas: HTMLCanvasElement, gestures: Gestures): () => void {
  const stops: (() => void)[] = []
  function on<K extends keyof HTMLElementEventMap>(type: K, handle: (event: HTMLElementEventMap[K]) => void): void {
    canvas.addEventListener(type, handle, { passive: false })
    stops.push(() => canvas.removeEventListener(type, handle))
  }
  const place = (event: MouseEvent): [number, number] => {
    const box = canvas.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }
  on('pointerdown', (event) => {
    if (event.button !== 0) return
    canvas.setPointerCapture?.(event.pointerId)
    gestures.down(event.pointerId, ...place(event))
  })
  on('pointermove', (event) => {
    if (event.pointerType === 'mouse' && event.buttons === 0) gestures.hover(...place(event))
    else gestures.move(event.pointerId, ...place(event))
  })
  on('pointerup', (event) => gestures.up(event.pointerId))
  on('pointercancel', () => gestures.cancel())
  on('pointerleave', (event) => event.pointerType === 'mouse' && gestures.leave())
  on('wheel', (event) => {
    event.preventDefault()
    const unit = event.deltaMode === 0 ? 1 : LINE_PX
    gestures.wheel(event.deltaX * unit, event.deltaY * unit, place(event)[0])
  })
  // Vertical swipes scroll the page (touch-action: pan-y), but not while a finger holds the crosshair.
  on('touchmove', (event) => gestures.isHolding() && event.preventDefault())
  on('contextmenu', (event) => gestures.isHolding() && event.preventDefault())
  return () => {
    for (const stop of stops) stop()
  }
}
