const PX_PER_REM = 16

/**
 * Height of a bar at the bottom of a page, for what floats above it. `told` gets it, too, at once and whenever it changes,
 * in pixels at the usual text size. The twin is `bottomRoom.weapp.ts`.
 */
export function keepRoomAbove(
  bar: HTMLElement | null,
  told: (height: number) => void = () => undefined,
): (() => void) | undefined {
  const page = bar?.closest<HTMLElement>('.screen')
  if (!bar || !page || typeof ResizeObserver !== 'function') return undefined
  const tell = () => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || PX_PER_REM
    // A page under another one has no height.
    if (bar.offsetHeight > 0) told(Math.ceil((bar.offsetHeight * PX_PER_REM) / rem))
  }
  tell()
  const observer = new ResizeObserver(() => {
    page.style.setProperty('--bottom-bar', `${bar.offsetHeight}px`)
    tell()
  })
  observer.observe(bar)
  return () => {
    observer.disconnect()
    page.style.removeProperty('--bottom-bar')
  }
}
