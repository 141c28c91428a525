/** Long enough for any machine: it finds what never comes. How long something takes is the bench's question. */
export const WAIT_MS = 120_000

/** A server's first start makes a database, which takes minutes while much else runs. */
export const START_MS = 300_000

export interface UntilOptions {
  /** For what takes minutes on an idle machine, or a look whether something happens at all. */
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
  { withinMs = WAIT_MS, everyMs = 20, describe }: UntilOptions = {},
): Promise<Exclude<NonNullable<T>, false>> {
  for (const deadline = performance.now() + withinMs; ; ) {
    const value = await check()
    if (value !== false && value !== undefined && value !== null) return value as Exclude<NonNullable<T>, false>
    if (performance.now() > deadline) break
    await pause(everyMs)
  }
  const instead = await describe?.()
  throw new Error(`Waited ${withinMs} ms for ${what}${instead === undefined ? '' : `. ${instead}`}`)
}
