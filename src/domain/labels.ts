/** A badge has room for two digits. */
const MOST_SHOWN = 99

/** "3", "99+", or nothing. */
export function badgeText(unread: number): string {
  if (unread <= 0) return ''
  return unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread)
}

/** "Chrome on Android", as the server names a session, in its two parts; undefined for another form. */
export function deviceParts(device: string): { browser: string; system: string } | undefined {
  const found = /^(.+) on (.+)$/.exec(device)
  return found?.[1] && found[2] ? { browser: found[1], system: found[2] } : undefined
}

/** Shown instead of what the user owns or won while balances are hidden. */
export const HIDDEN_AMOUNT = '••••'

/**
 * A text without spaces, as an address is, in parts of nearly the same length, at most `longest` characters, so that a
 * break leaves no rest of two letters on its own line. What has spaces stays whole.
 */
export function evenParts(text: string, longest: number): string[] {
  const count = text.includes(' ') ? 1 : Math.ceil(text.length / longest)
  const length = Math.ceil(text.length / Math.max(count, 1))
  return Array.from({ length: count }, (_, at) => text.slice(at * length, (at + 1) * length))
}

/**
 * Whether the prices of a feed do not come from a live market: they are invented, or a recording plays again
 * (PRODUCT.md 7.1).
 * @param feed its name, as the server gives it
 */
export const isSimulatedMarket = (feed: string): boolean => feed === 'simulated' || feed.startsWith('replay:')

/**
 * `text` with the characters from `start` up to, not including, `end` replaced by `mask`, one for one:
 * `maskText('13812345678', 3, 7)` is "138****5678". Positions beyond the text are cut to it; a character outside the
 * basic plane counts as one. Throws RangeError when `start` exceeds `end` (PRODUCT.md 4.9).
 */
export function maskText(text: string, start: number, end: number, mask = '*'): string {
  if (!(start <= end)) throw new RangeError(`Mask starts at ${start}, after its end at ${end}`)
  return Array.from(text, (character, index) => (index >= start && index < end ? mask : character)).join('')
}

const PERCENT_MIN = 0.01
const PERCENT_MAX = 100

/** A percentage that a progress bar can show: 0.01 to 100 (PRODUCT.md 6.5). What is no number shows as the minimum. */
export function clampPercent(percent: number): number {
  return percent > PERCENT_MIN ? Math.min(percent, PERCENT_MAX) : PERCENT_MIN
}
