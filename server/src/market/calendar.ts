import { DAY_MS, MINUTE_MS } from '../shared/time'
/** When a product trades, in the wall-clock time of its market. */
export interface Calendar {
  timeZone: string
  alwaysOpen: boolean
  /** `day` 1 is Monday; `close` "24:00" is midnight. A session never spans midnight. */
  hours: { day: number; open: string; close: string }[]
}

export interface TradingState {
  status: 'open' | 'closed' | 'maintenance'
  opensAtMs?: number
  closesAtMs?: number
}

/** Two weeks: a calendar with any session at all has one in here. */
const SEARCH_DAYS = 14

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** The wall clock of a zone, written as if it were UTC, so that plain arithmetic works on it. */
function wallClock(timeZone: string, atMs: number): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map((part) => [part.type, Number(part.value)]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return (
    Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) +
    (((atMs % 1000) + 1000) % 1000)
  )
}

/** The instant at which a zone's clock shows `wall`; at a daylight-saving change the later reading counts. */
function instantOf(timeZone: string, wall: number): number {
  const guess = wall - (wallClock(timeZone, wall) - wall)
  return guess - (wallClock(timeZone, guess) - wall)
}

const minutesOf = (text: string) => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

interface Session {
  openMs: number
  closeMs: number
}

/** Sessions from the day before `atMs` on, as wall-clock spans; back-to-back ones are joined. */
function sessionsAround(calendar: Calendar, wall: number): Session[] {
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS
  const sessions: Session[] = []
  for (let offset = -1; offset <= SEARCH_DAYS; offset++) {
    const start = midnight + offset * DAY_MS
    const weekday = ((new Date(start).getUTCDay() + 6) % 7) + 1
    const today = calendar.hours
      .filter((hours) => hours.day === weekday)
      .map(({ open, close }) => ({
        openMs: start + minutesOf(open) * MINUTE_MS,
        closeMs: start + minutesOf(close) * MINUTE_MS,
      }))
      .sort((a, b) => a.openMs - b.openMs)
    for (const session of today) {
      const last = sessions.at(-1)
      if (last && last.closeMs === session.openMs) last.closeMs = session.closeMs
      else sessions.push(session)
    }
  }
  return sessions
}

/** Open or closed at an instant, and when that changes next. PRODUCT.md 10.9. */
export function calendarState(calendar: Calendar, atMs: number): TradingState {
  if (calendar.alwaysOpen) return { status: 'open' }
  const { timeZone } = calendar
  const wall = wallClock(timeZone, atMs)
  const sessions = sessionsAround(calendar, wall)
  const current = sessions.find((session) => session.openMs <= wall && wall < session.closeMs)
  if (current) return { status: 'open', closesAtMs: instantOf(timeZone, current.closeMs) }
  const next = sessions.find((session) => session.openMs > wall)
  return next ? { status: 'closed', opensAtMs: instantOf(timeZone, next.openMs) } : { status: 'closed' }
}

/** The last state of each calendar, and until when it is valid. */
const states = new WeakMap<Calendar, { fromMs: number; untilMs: number; state: TradingState }>()

/** The same for those who ask again and again about the present: reckoned again only once it has changed. */
export function currentState(calendar: Calendar, atMs: number): TradingState {
  const known = states.get(calendar)
  if (known && known.fromMs <= atMs && atMs < known.untilMs) return known.state
  const state = calendarState(calendar, atMs)
  const untilMs = state.closesAtMs ?? state.opensAtMs ?? atMs + DAY_MS
  states.set(calendar, { fromMs: atMs, untilMs, state })
  return state
}

/** The open times of a span, oldest first: asking a calendar minute by minute would take seconds for a history. */
export function openSpans(calendar: Calendar, fromMs: number, toMs: number): { fromMs: number; toMs: number }[] {
  const spans: { fromMs: number; toMs: number }[] = []
  let atMs = fromMs
  while (atMs < toMs) {
    const { status, opensAtMs, closesAtMs } = calendarState(calendar, atMs)
    const nextMs = Math.min(closesAtMs ?? opensAtMs ?? toMs, toMs)
    if (status === 'open') spans.push({ fromMs: atMs, toMs: nextMs })
    atMs = Math.max(nextMs, atMs + 1)
  }
  return spans
}
