import { slowness } from './slowness'

export interface UntilOptions {
  /** Default: 10 s; longer on a machine that other work slows down. */
  withinMs?: number
  /** Pause between two looks. */
  everyMs?: number
  /** The failure's addition to the sentence, e.g. what a page shows instead. */
  describe?: () => string | Promise<string>
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Looks until `check` answers something, and returns that. `false`, `undefined` and `null` mean "not yet"; an error of
 * `check` ends the wait. Throws with `what` when the time is up.
 */
export async function until<T>(
  what: string,
  check: () => T | Promise<T>,
  { withinMs = 10_000, everyMs = 20, describe }: UntilOptions = {},
): Promise<Exclude<NonNullable<T>, false>> {
  const limitMs = Math.round(withinMs * slowness())
  for (const deadline = performance.now() + limitMs; ; ) {
    const value = await check()
    if (value !== false && value !== undefined && value !== null) return value as Exclude<NonNullable<T>, false>
    if (performance.now() > deadline) break
    await pause(everyMs)
  }
  const instead = await describe?.()
  throw new Error(`Waited ${limitMs} ms for ${what}${instead === undefined ? '' : `. ${instead}`}`)
}
