import type { Clock } from './clock'

export interface LoopOptions {
  clock: Pick<Clock, 'sleep'>
  /** How long to wait after a turn; 0 continues at once. */
  everyMs: number | (() => number)
  /** Whether the first turn comes after a wait. */
  restFirst?: boolean
  /** After failures: the wait doubles from `minMs` to `maxMs`. Without it a failure changes no wait. */
  retry?: { minMs: number; maxMs: number }
  /** Must end soon after `signal` aborts. */
  turn(signal: AbortSignal): unknown
  /** A turn failed. The next one tries again, unless this answers 'stop'. */
  failed(error: unknown): unknown
}

/** Work that is done again and again until it is stopped, one turn at a time. */
export interface Loop {
  /** Aborts when the loop is stopped. */
  readonly signal: AbortSignal
  /** Once; a second call changes nothing. */
  start(): void
  /** Ends the wait that is under way, if any. The wait after a failure is kept. */
  wake(): void
  /** Resolves when the turn under way has ended. */
  stop(): Promise<void>
}

export function createLoop(options: LoopOptions): Loop {
  const { clock, retry } = options
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  /**
   * Ends the wait under way, whether to continue or to stop. One serves until it is used: loops wait many times a
   * second.
   */
  let resting = new AbortController()
  let restsAfterFailure = false
  let failures = 0

  async function rest() {
    const afterFailure = retry !== undefined && failures > 0
    const ms = afterFailure
      ? Math.min(retry.minMs * 2 ** (failures - 1), retry.maxMs)
      : typeof options.everyMs === 'number'
        ? options.everyMs
        : options.everyMs()
    if (ms <= 0 || stopping.signal.aborted) return
    restsAfterFailure = afterFailure
    if (resting.signal.aborted) resting = new AbortController()
    await clock.sleep(ms, resting.signal)
  }

  async function run() {
    if (options.restFirst) await rest()
    while (!stopping.signal.aborted) {
      try {
        await options.turn(stopping.signal)
        failures = 0
      } catch (error) {
        failures += 1
        if (options.failed(error) === 'stop') return
      }
      await rest()
    }
  }

  return {
    signal: stopping.signal,
    start() {
      running ??= run()
    },
    wake() {
      if (!restsAfterFailure) resting.abort()
    },
    async stop() {
      stopping.abort()
      resting.abort()
      await running
    },
  }
}
