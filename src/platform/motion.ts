/** Whether the user asked the device for less motion. A mini program cannot know. */
export function prefersLessMotion(): boolean {
  if (process.env.TARO_ENV !== 'h5') return false
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
}
