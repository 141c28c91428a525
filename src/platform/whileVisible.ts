import { isVisible, onResume } from './pageEvents'

/** Calls `run` every `intervalMs` while the user can see the app, and at once when it comes back. */
export function everyWhileVisible(intervalMs: number, run: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const rest = () => {
    clearInterval(timer)
    timer = undefined
  }
  const look = () => (isVisible() ? run() : rest())
  const start = () => {
    timer ??= setInterval(look, intervalMs)
  }
  const stopResume = onResume(() => {
    run()
    start()
  })
  start()
  return () => {
    rest()
    stopResume()
  }
}
