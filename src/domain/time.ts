/** Whose clock face instants are shown on. */
export type TimeZoneChoice = 'local' | 'utc'

/** An instant: epoch milliseconds, ISO text as on the wire, or a Date. */
export type InstantLike = number | string | Date

const SECOND_MS = 1000
export const DAY_MS = 86_400_000

interface Face {
  year: string
  month: string
  day: string
  hour: string
  minute: string
  second: string
  millisecond: string
}

/** Epoch milliseconds of an instant; NaN for any other text. */
export function epochMsOf(at: InstantLike): number {
  return typeof at === 'number' ? at : at instanceof Date ? at.getTime() : Date.parse(at)
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Local date and time; undefined for an instant that does not exist. */
function faceOf(at: InstantLike, zone: TimeZoneChoice): Face | undefined {
  const date = new Date(epochMsOf(at))
  if (Number.isNaN(date.getTime())) return undefined
  const isUtc = zone === 'utc'
  return {
    year: String(isUtc ? date.getUTCFullYear() : date.getFullYear()).padStart(4, '0'),
    month: two((isUtc ? date.getUTCMonth() : date.getMonth()) + 1),
    day: two(isUtc ? date.getUTCDate() : date.getDate()),
    hour: two(isUtc ? date.getUTCHours() : date.getHours()),
    minute: two(isUtc ? date.getUTCMinutes() : date.getMinutes()),
    second: two(isUtc ? date.getUTCSeconds() : date.getSeconds()),
    millisecond: String(date.getUTCMilliseconds()).padStart(3, '0'),
  }
}

/** "2026/11/20 14:02" (PRODUCT.md 6.4); with `seconds`, "2026/11/20 14:02:31". Empty for no instant. */
export function formatDateTime(at: InstantLike, zone: TimeZoneChoice, options: { seconds?: boolean } = {}) {
  const face = faceOf(at, zone)
  if (!face) return ''
  const minute = `${face.year}/${face.month}/${face.day} ${face.hour}:${face.minute}`
  return options.seconds ? `${minute}:${face.second}` : minute
}

/** "14:02:31"; with `millis`, "14:02:31.204". Empty for no instant. */
export function formatClock(at: InstantLike, zone: TimeZoneChoice, options: { millis?: boolean } = {}) {
  const face = faceOf(at, zone)
  if (!face) return ''
  const clock = `${face.hour}:${face.minute}:${face.second}`
  return options.millis ? `${clock}.${face.millisecond}` : clock
}

/** "14:02". Empty for no instant. */
export function formatHourMinute(at: InstantLike, zone: TimeZoneChoice): string {
  return formatClock(at, zone).slice(0, 5)
}

/** "UTC+8", "UTC−3:30", "UTC": the clock that an instant is shown on. Empty for no instant. */
export function formatZone(at: InstantLike, zone: TimeZoneChoice): string {
  const ahead = zone === 'utc' ? 0 : -new Date(epochMsOf(at)).getTimezoneOffset()
  if (Number.isNaN(ahead)) return ''
  if (ahead === 0) return 'UTC'
  const minutes = Math.abs(ahead) % 60
  const hours = Math.floor(Math.abs(ahead) / 60)
  return `UTC${ahead > 0 ? '+' : '−'}${hours}${minutes === 0 ? '' : `:${two(minutes)}`}`
}

/** "2026/11/20": the day that an instant falls on, as the key and the title of a day group. Empty for no instant. */
export function formatDayKey(at: InstantLike, zone: TimeZoneChoice): string {
  return formatDateTime(at, zone).slice(0, -6)
}

/** Time left as "0:37", "4:15", "1:00:00". A started second counts in full, so that 0:00 means that it is over. */
export function formatCountdown(leftMs: number): string {
  const seconds = Number.isFinite(leftMs) ? Math.max(0, Math.ceil(leftMs / SECOND_MS)) : 0
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const clock = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${clock}` : clock
}
