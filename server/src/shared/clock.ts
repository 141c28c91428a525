/** The only source of "now" and of waiting, so that tests decide both. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** How far it was set ahead of real time on purpose, for tests; 0 if nothing is said. */
  readonly aheadMs?: number
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * The waits that each signal ends. One listener serves all waits of a signal: loops wait 60 times a second with the
 * same few.
 */
const endings = new WeakMap<AbortSignal, Set<() => void>>()

function endingsOf(signal: AbortSignal): Set<() => void> {
  const known = endings.get(signal)
  if (known) return known
  const made = new Set<() => void>()
  endings.set(signal, made)
  const endAll = () => {
    for (const end of made) end()
  }
  signal.addEventListener('abort', endAll, { once: true })
  return made
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const waits = signal && endingsOf(signal)
      const finish = () => {
        clearTimeout(timer)
        waits?.delete(finish)
        resolve()
      }
      const timer = setTimeout(finish, ms)
      waits?.add(finish)
    }),
}
