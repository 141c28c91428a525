/** Too much work waits; the requested work was not begun. */
export class TurnsTakenError extends Error {
  override name = 'TurnsTakenError'
  readonly statusCode = 503
}

/** Does `atOnce` pieces of work at a time and lets `waitingMax` wait, first come, first served. */
export function createTurns(atOnce: number, waitingMax: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else if (waiting.length >= waitingMax) throw new TurnsTakenError('too much waits')
    // A caller that ends hands its turn on.
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
