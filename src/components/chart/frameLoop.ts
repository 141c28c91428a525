/** Draws at most once a frame, and only after something changed. */
export interface FrameLoop {
  /** Something changed: draw with the next frame. */
  invalidate(): void
  isDisposed(): boolean
  dispose(): void
}

export function createFrameLoop(
  draw: () => void,
  requestFrame: (draw: () => void) => number = requestAnimationFrame,
  cancelFrame: (handle: number) => void = cancelAnimationFrame,
): FrameLoop {
  let handle: number | undefined
  let isDisposed = false
  return {
    invalidate() {
      if (isDisposed || handle !== undefined) return
      handle = requestFrame(() => {
        handle = undefined
        if (!isDisposed) draw()
      })
    },
    isDisposed: () => isDisposed,
    dispose() {
      isDisposed = true
      if (handle !== undefined) cancelFrame(handle)
    },
  }
}
