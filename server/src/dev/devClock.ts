import type { Clock } from '../shared/clock'

/** How long a sleeper may oversleep after a jump. */
const LOOK_EVERY_MS = 40
/** Real time between two steps of a fast stretch. */
const STEP_MS = 10

/**
 * Real time that can be moved forward, for QA. `jump` skips the time in between; `run` lets it pass quickly, so that
 * prices keep coming and orders live through it. Time never goes back.
 */
export class DevClock implements Clock {
  private realAtMs: number
  private atMs: number
  private rate = 1
  private untilMs = 0
  private nextStep: NodeJS.Timeout | undefined

  /** `aheadMs`: how far it was ahead of real time when it was last used; what it wrote is not in its future then. */
  constructor(
    aheadMs = 0,
    private readonly realNow: () => number = Date.now,
  ) {
    this.realAtMs = realNow()
    this.atMs = this.realAtMs + aheadMs
  }

  get aheadMs(): number {
    return this.now() - this.realNow()
  }

  now(): number {
    return Math.floor(this.isRunning ? this.atMs : this.atMs + this.realNow() - this.realAtMs)
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const wakeAtMs = this.now() + ms
    while (!signal?.aborted && this.now() < wakeAtMs) {
      const leftMs = (wakeAtMs - this.now()) / this.rate
      await new Promise((resolve) => setTimeout(resolve, Math.max(1, Math.min(LOOK_EVERY_MS, leftMs))))
    }
  }

  get isRunning(): boolean {
    return this.rate > 1
  }

  jump(ms: number): void {
    this.set(this.now() + ms, this.realNow(), 1)
  }

  /**
   * `rate` times as fast until `ms` of this clock have passed. Small steps follow each other, and all that sleeps gets its turn
   * between two: on a busy machine fast time slows down, and has no holes.
   */
  run(ms: number, rate: number): void {
    const at = this.now()
    this.untilMs = at + ms
    this.set(at, this.realNow(), rate)
    this.nextStep = setInterval(() => this.step(), STEP_MS).unref()
  }

  private step(): void {
    this.atMs = Math.min(this.untilMs, this.atMs + STEP_MS * this.rate)
    if (this.atMs === this.untilMs) this.set(this.untilMs, this.realNow(), 1)
  }

  private set(atMs: number, realAtMs: number, rate: number): void {
    clearInterval(this.nextStep)
    this.atMs = atMs
    this.realAtMs = realAtMs
    this.rate = rate
  }
}
