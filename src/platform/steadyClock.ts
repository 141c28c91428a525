/** A clock that nobody sets, in ms from some moment on; undefined if there is none. */
export const steadyNow = (): number | undefined =>
  typeof performance === 'object' && typeof performance.now === 'function' ? performance.now() : undefined
