/** Thrown by `within`. */
export class LateError extends Error {
  override name = 'LateError'
}

/**
 * The answer of `work`, or `LateError` after `ms` of real time, however little the work heeds its signal. What late work
 * returns is dropped.
 * @param who subject of the sentence that the error is
 */
export async function within<T>(ms: number, who: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const control = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new LateError(`${who} did not answer within ${ms} ms`))
    control.abort()
  }, ms)
  try {
    const working = work(control.signal)
    working.catch(() => undefined)
    return await Promise.race([working, late])
  } finally {
    clearTimeout(timer)
  }
}
