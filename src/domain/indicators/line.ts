/**
 * One value for each bar, NaN before there are enough bars. Numbers are floats: exact enough for pixels, never for
 * money.
 *
 * Every indicator takes what is known of an earlier state of its series and the index `from` of the first bar that is
 * new or has changed. What is before it is kept, so a tick costs one value and not the whole series; the result is the
 * same, bit for bit, as one computed again.
 */
export type Line = readonly number[]

/** Throws if `period` is no count of bars. */
export function requirePeriod(period: number): void {
  if (!Number.isInteger(period) || period < 1) throw new RangeError(`Not a period: ${period}`)
}

/** The entries of `known` that still hold, to be continued. */
export function kept(known: Line | undefined, from: number): number[] {
  return known ? known.slice(0, Math.max(0, from)) : []
}
