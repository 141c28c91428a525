/** Stops on a bug: a state that the code around it made impossible. Never for a user's mistake. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`)
}

/** The value, if the code around it guarantees that there is one. */
export function present<T>(value: T | undefined | null, message: string): T {
  assert(value !== undefined && value !== null, message)
  return value
}
