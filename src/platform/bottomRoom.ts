/** Height of a bar at the bottom of a page, for what floats above it. The twin is `bottomRoom.weapp.ts`. */
export function keepRoomAbove(bar: HTMLElement | null): (() => void) | undefined {
  const page = bar?.closest<HTMLElement>('.screen')
  if (!bar || !page || typeof ResizeObserver !== 'function') return undefined
  const observer = new ResizeObserver(() => page.style.setProperty('--bottom-bar', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    page.style.removeProperty('--bottom-bar')
  }
}
