import { epochMsOf, formatDateTime, type InstantLike, type TimeZoneChoice } from '../domain/time'
import type { T } from './keys'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** PRODUCT.md 6.4: "under 15 minutes shows just now". */
const JUST_NOW_MS = 15 * MINUTE_MS

/**
 * Age in words (PRODUCT.md 6.4): under 15 minutes "just now", under one day the age, otherwise the date and time.
 * A moment ahead of `now`, as of a clock that is a little off, is "just now" too.
 */
export function formatRelativeTime(at: InstantLike, now: InstantLike, t: T, zone: TimeZoneChoice = 'local'): string {
  const ageMs = epochMsOf(now) - epochMsOf(at)
  if (Math.abs(ageMs) < JUST_NOW_MS) return t('common.justNow')
  if (ageMs >= HOUR_MS && ageMs < DAY_MS) return t('common.hoursAgo', { count: Math.floor(ageMs / HOUR_MS) })
  if (ageMs > 0 && ageMs < HOUR_MS) return t('common.minutesAgo', { count: Math.floor(ageMs / MINUTE_MS) })
  return formatDateTime(at, zone)
}
