/** A phone's whole screen, held across. The twin is `fullScreen.weapp.ts`. */

/** Neither Taro's nor TypeScript's types have a lock, because Safari has none. */
interface LockableOrientation {
  lock?: (orientation: 'landscape') => Promise<void>
}

/** Hides the browser's bars and turns the screen, if the browser allows it; a desktop keeps its window. */
export function takeFullScreen(onLeft: () => void): void {
  if (!window.matchMedia?.('(pointer: coarse)').matches) return
  const root = document.documentElement
  const handleChange = () => {
    if (document.fullscreenElement) return
    document.removeEventListener('fullscreenchange', handleChange)
    onLeft()
  }
  root
    .requestFullscreen?.()
    .then(() => {
      document.addEventListener('fullscreenchange', handleChange)
      return (screen.orientation as unknown as LockableOrientation | undefined)?.lock?.('landscape')
    })
    .catch(() => undefined)
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
}
