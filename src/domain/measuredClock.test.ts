import { MeasuredClock } from './measuredClock'

const SERVICE = 1_000_000
/** A device whose clock is `aheadMs` ahead of the service's, `ms` after it began, and slept for `sleptMs` of that. */
const reading = (ms: number, aheadMs = 0, sleptMs = 0) => ({
  wall: SERVICE + ms + aheadMs,
  steady: 5_000 + ms - sleptMs,
})
/** A question that takes 200 ms, answered in the middle; the service says a time that is `lieMs` off. */
const ask = (clock: MeasuredClock, ms: number, { aheadMs = 0, sleptMs = 0, lieMs = 0 } = {}) =>
  clock.take(reading(ms, aheadMs, sleptMs), reading(ms + 200, aheadMs, sleptMs), SERVICE + ms + 100 + lieMs)

const trueAt = (ms: number, said: { asked: number; answered: number } | undefined) => {
  expect(said?.asked).toBeLessThanOrEqual(SERVICE + ms)
  expect(said?.asked).toBeGreaterThan(SERVICE + ms - 300)
  expect(said?.answered).toBeGreaterThanOrEqual(SERVICE + ms + 200)
  expect(said?.answered).toBeLessThan(SERVICE + ms + 500)
}

test('the service’s time is counted on by the clock that nobody sets, however wrong the other one is', () => {
  for (const aheadMs of [0, 300_000, -300_000]) {
    const clock = new MeasuredClock()
    for (const ms of [0, 5_000, 60_000, 600_000]) trueAt(ms, ask(clock, ms, { aheadMs }))
  }
})

test('a clock that is set, or a device that slept, is measured again', () => {
  for (const jump of [{ aheadMs: 300_000 }, { aheadMs: -300_000 }, { sleptMs: 40_000 }]) {
    const clock = new MeasuredClock()
    ask(clock, 0)
    for (const ms of [50_000, 55_000]) trueAt(ms, ask(clock, ms, jump))
  }
})

test('a service that says another time later moves nothing, as long as the device’s own clocks agree', () => {
  const clock = new MeasuredClock()
  ask(clock, 0)
  for (const ms of [5_000, 10_000, 15_000]) trueAt(ms, ask(clock, ms, { lieMs: -50_000 }))
  trueAt(20_000, ask(clock, 20_000))
})

test('nothing is said of a question over which the device slept', () => {
  const clock = new MeasuredClock()
  ask(clock, 0)
  expect(clock.take(reading(5_000), reading(45_000, 0, 39_000), SERVICE + 5_100)).toBeUndefined()
  trueAt(50_000, ask(clock, 50_000, { sleptMs: 39_000 }))
})

test('without such a clock each answer is measured by itself', () => {
  const clock = new MeasuredClock()
  const at = (ms: number) => ({ wall: SERVICE + ms + 9_999, steady: undefined })
  expect(clock.take(at(0), at(200), SERVICE + 100)).toEqual({ asked: SERVICE - 100, answered: SERVICE + 300 })
  expect(clock.take(at(200), at(0), SERVICE + 100)).toBeUndefined()
})
