/** A chart's handlers for touch and mouse. Positions in CSS pixels from the canvas' top left corner. */
export interface PointerTarget {
  down(id: number, x: number, y: number): void
  move(id: number, x: number, y: number): void
  up(id: number): void
  /** The system took the gesture away, for example to scroll the page. */
  cancel(): void
  /** A mouse without a pressed button. */
  hover(x: number, y: number): void
  leave(): void
  /** Without this method the wheel scrolls the page. */
  wheel?(deltaX: number, deltaY: number, x: number): void
  /** Whether fingers move something now, so that the page must not scroll under them. */
  isHolding?(): boolean
}

const LINE_PX = 16

/** Feeds a browser canvas' pointers and wheel to `target`; the mini program has touch events instead. */
export function attachPointerInput(canvas: HTMLCanvasElement, target: PointerTarget): () => void {
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
    target.down(event.pointerId, ...place(event))
  })
  on('pointermove', (event) => {
    if (event.pointerType === 'mouse' && event.buttons === 0) target.hover(...place(event))
    else target.move(event.pointerId, ...place(event))
  })
  on('pointerup', (event) => target.up(event.pointerId))
  on('pointercancel', () => target.cancel())
  on('pointerleave', (event) => event.pointerType === 'mouse' && target.leave())
  if (target.wheel) {
    on('wheel', (event) => {
      event.preventDefault()
      const unit = event.deltaMode === 0 ? 1 : LINE_PX
      target.wheel?.(event.deltaX * unit, event.deltaY * unit, place(event)[0])
    })
  }
  // Vertical swipes scroll the page (touch-action: pan-y), but not while a finger holds the crosshair or two zoom.
  on('touchmove', (event) => target.isHolding?.() && event.preventDefault())
  on('contextmenu', (event) => target.isHolding?.() && event.preventDefault())
  return () => {
    for (const stop of stops) stop()
  }
}
