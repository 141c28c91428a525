const PERCENT_MIN = 0.01
const PERCENT_MAX = 100

/** A percentage that a progress bar can show: 0.01 to 100 (PRODUCT.md 6.5). What is no number shows as the minimum. */
export function clampPercent(percent: number): number {
  return percent > PERCENT_MIN ? Math.min(percent, PERCENT_MAX) : PERCENT_MIN
}
