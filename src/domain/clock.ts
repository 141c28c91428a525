/** One question to the server's clock and its answer; all epoch milliseconds, the first and last of this device. */
export interface ClockSample {
  sentAt: number
  serverAt: number
  receivedAt: number
}

/** Bounds of the server's clock: it is ahead of this device's by between `leastMs` and `mostMs`. */
export interface ClockEstimate {
  leastMs: number
  mostMs: number
}

/** Two quartz clocks drift apart by less than this between two samples, which are some seconds apart. */
const DRIFT_MS = 2

/**
 * Folds a sample into the estimate. The answer was given after the question left and before it came back, so each
 * sample bounds the offset, and the bounds of all samples meet. If they do not, one clock was set again (or the
 * device slept with a wrong clock): then the new sample counts alone. A sample that ends before it began is ignored.
 */
export function foldClockSample(estimate: ClockEstimate | undefined, sample: ClockSample): ClockEstimate | undefined {
  const sampled = { leastMs: sample.serverAt - sample.receivedAt, mostMs: sample.serverAt - sample.sentAt }
  if (!(sampled.leastMs <= sampled.mostMs)) return estimate
  if (!estimate) return sampled
  const leastMs = Math.max(sampled.leastMs, estimate.leastMs - DRIFT_MS)
  const mostMs = Math.min(sampled.mostMs, estimate.mostMs + DRIFT_MS)
  return leastMs <= mostMs ? { leastMs, mostMs } : sampled
}

/** How far the server's clock is ahead, in whole milliseconds: the middle of the bounds. 0 while nothing is known. */
export function clockOffsetMs(estimate: ClockEstimate | undefined): number {
  return estimate ? Math.round((estimate.leastMs + estimate.mostMs) / 2) : 0
}
