const MINUTE_MS = 60_000
/** Beyond this many keys in one minute all are refused: an attacker who has as many addresses cannot be told apart. */
const KEYS_MAX = 20_000

/** Counts by key and minute, in this process; `max` 0 is no limit. */
export function createMinuteCount(max: number) {
  let counts = new Map<string, number>()
  let since = performance.now()
  /** Whether one more is within the limit. */
  return (key: string): boolean => {
    if (max === 0) return true
    if (performance.now() - since >= MINUTE_MS) [counts, since] = [new Map(), performance.now()]
    const counted = counts.has(key) || counts.size < KEYS_MAX ? key : ''
    const count = (counts.get(counted) ?? 0) + 1
    counts.set(counted, count)
    return count <= max
  }
}
