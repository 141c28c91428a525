import { type Calendar, calendarState, currentState, openSpans } from './calendar'
import { DEMO_PRODUCTS } from './demoProducts'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())

function state(calendar: Calendar, instant: string) {
  const { status, opensAtMs, closesAtMs } = calendarState(calendar, at(instant))
  return { status, opensAt: iso(opensAtMs), closesAt: iso(closesAtMs) }
}

const calendarOf = (symbol: string) => {
  const product = DEMO_PRODUCTS.find((candidate) => candidate.symbol === symbol)
  if (!product) throw new Error(`${symbol} is not a demo product`)
  return product.calendar
}

test('crypto never closes', () => {
  expect(calendarState(calendarOf('BTCUSDT'), at('2026-12-25T03:00:00Z'))).toEqual({ status: 'open' })
})

test('Hang Seng: two sessions, a lunch break and a weekend', () => {
  const hsi = calendarOf('HSI')
  // 2026-11-20 is a Friday; Hong Kong is eight hours ahead.
  expect(state(hsi, '2026-11-20T01:29:59.999Z')).toEqual({ status: 'closed', opensAt: '2026-11-20T01:30:00.000Z' })
  expect(state(hsi, '2026-11-20T01:30:00Z')).toEqual({ status: 'open', closesAt: '2026-11-20T04:00:00.000Z' })
  expect(state(hsi, '2026-11-20T04:00:00Z')).toEqual({ status: 'closed', opensAt: '2026-11-20T05:00:00.000Z' })
  expect(state(hsi, '2026-11-20T07:59:59.999Z')).toEqual({ status: 'open', closesAt: '2026-11-20T08:00:00.000Z' })
  expect(state(hsi, '2026-11-20T08:00:00Z')).toEqual({ status: 'closed', opensAt: '2026-11-23T01:30:00.000Z' })
})

test("gold's hour of rest keeps to New York's clock in summer and winter", () => {
  const gold = calendarOf('XAUUSD')
  expect(state(gold, '2026-07-06T20:59:59Z')).toEqual({ status: 'open', closesAt: '2026-07-06T21:00:00.000Z' })
  expect(state(gold, '2026-07-06T21:00:00Z')).toEqual({ status: 'closed', opensAt: '2026-07-06T22:00:00.000Z' })
  expect(state(gold, '2026-12-07T21:30:00Z')).toEqual({ status: 'open', closesAt: '2026-12-07T22:00:00.000Z' })
  expect(state(gold, '2026-12-07T22:30:00Z')).toEqual({ status: 'closed', opensAt: '2026-12-07T23:00:00.000Z' })
})

test('a session across a change to or from daylight-saving time ends by the new clock', () => {
  const gold = calendarOf('XAUUSD')
  // New York: forward on 2026-03-08 at 07:00Z, back on 2026-11-01 at 06:00Z.
  expect(state(gold, '2026-03-08T06:30:00Z')).toEqual({ status: 'open', closesAt: '2026-03-08T21:00:00.000Z' })
  expect(state(gold, '2026-11-01T05:30:00Z')).toEqual({ status: 'open', closesAt: '2026-11-01T22:00:00.000Z' })
})

test('currencies trade from Sunday to Friday evening without a break', () => {
  const fx = calendarOf('EURUSD')
  expect(state(fx, '2026-11-18T12:00:00Z')).toEqual({ status: 'open', closesAt: '2026-11-20T22:00:00.000Z' })
  expect(state(fx, '2026-11-21T12:00:00Z')).toEqual({ status: 'closed', opensAt: '2026-11-22T22:00:00.000Z' })
})

test('what a state announces is when the state changes', () => {
  for (const { calendar, symbol } of DEMO_PRODUCTS) {
    for (let instant = at('2026-10-26T00:00:00Z'); instant < at('2026-11-09T00:00:00Z'); instant += 47 * 60_000) {
      const { status, opensAtMs, closesAtMs } = calendarState(calendar, instant)
      const next = closesAtMs ?? opensAtMs
      if (next === undefined) continue
      const other = status === 'open' ? 'closed' : 'open'
      expect([symbol, calendarState(calendar, next - 1).status]).toEqual([symbol, status])
      expect([symbol, calendarState(calendar, next).status]).toEqual([symbol, other])
    }
  }
})

test('a calendar without hours stays closed and promises nothing', () => {
  expect(calendarState({ timeZone: 'UTC', alwaysOpen: false, hours: [] }, 0)).toEqual({ status: 'closed' })
})

test('the open spans of a stretch are the instants at which the calendar is open', () => {
  const fromMs = at('2026-10-30T00:07:00Z')
  const toMs = at('2026-11-04T13:00:00Z')
  for (const { calendar, symbol } of DEMO_PRODUCTS) {
    const spans = openSpans(calendar, fromMs, toMs)
    for (let instant = fromMs; instant < toMs; instant += 31 * 60_000) {
      const inside = spans.some((span) => span.fromMs <= instant && instant < span.toMs)
      expect([symbol, inside]).toEqual([symbol, calendarState(calendar, instant).status === 'open'])
    }
  }
})

test('what is asked again and again is reckoned once, and anew from the instant at which it changes', () => {
  const hsi = calendarOf('HSI')
  const openAt = at('2026-11-20T01:30:00Z')
  const [closed, open] = [currentState(hsi, openAt - 2), currentState(hsi, openAt)]
  expect(currentState(hsi, openAt + 1)).toBe(open)
  expect([closed, open]).toEqual([calendarState(hsi, openAt - 2), calendarState(hsi, openAt)])
  // A clock that was set back is answered for its own time.
  expect(currentState(hsi, openAt - 1)).toEqual(closed)
})
