import type { Clock } from '../src/shared/clock'

interface Sleeper {
  wakeAt: number
  wake(): void
}

/** A clock that does not move until `advance` moves it; sleepers wake in the order of their instants. */
export class TestClock implements Clock {
  private current: number
  private sleepers: Sleeper[] = []

  constructor(startAt = Date.UTC(2026, 0, 5, 12)) {
    this.current = startAt
  }

  get aheadMs() {
    return this.current - Date.now()
  }

  now() {
    return this.current
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted || ms <= 0) return resolve()
      const sleeper: Sleeper = { wakeAt: this.current + ms, wake: resolve }
      this.sleepers.push(sleeper)
      signal?.addEventListener(
        'abort',
        () => {
          this.sleepers = this.sleepers.filter((other) => other !== sleeper)
          resolve()
        },
        { once: true },
      )
    })
  }

  /** Moves on by `ms`, waking each sleeper at its own instant and letting it run before the next wakes. */
  async advance(ms: number): Promise<void> {
    // A task that was about to fall asleep gets to do so first.
    await new Promise((resolve) => setImmediate(resolve))
    const endAt = this.current + ms
    for (;;) {
      const next = this.sleepers.filter((sleeper) => sleeper.wakeAt <= endAt).sort((a, b) => a.wakeAt - b.wakeAt)[0]
      if (!next) break
      this.sleepers = this.sleepers.filter((other) => other !== next)
      this.current = Math.max(this.current, next.wakeAt)
      next.wake()
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.current = endAt
    await new Promise((resolve) => setImmediate(resolve))
  }
}
