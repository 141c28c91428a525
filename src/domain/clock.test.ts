import fc from 'fast-check'
import { type ClockEstimate, clockOffsetMs, foldClockSample } from './clock'

const sample = (sentAt: number, serverAt: number, receivedAt: number) => ({ sentAt, serverAt, receivedAt })

describe('the server clock', () => {
  it('is unknown at first, then the middle of a round trip', () => {
    expect(clockOffsetMs(undefined)).toBe(0)
    expect(clockOffsetMs(foldClockSample(undefined, sample(1000, 6050, 1100)))).toBe(5000)
  })

  it('is never further off than half the shortest round trip and the drift since', () => {
    const trips = fc.array(fc.tuple(fc.nat(800), fc.nat(800)), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.integer({ min: -4_000_000, max: 4_000_000 }), trips, (offset, waits) => {
        let estimate: ClockEstimate | undefined
        let now = 1_000_000
        for (const [out, back] of waits) {
          estimate = foldClockSample(estimate, sample(now, now + out + offset, now + out + back))
          now += out + back
        }
        const shortest = Math.min(...waits.map(([out, back]) => out + back))
        // Each later sample lets the bounds drift apart by 2 ms on either side; half a millisecond is rounding.
        const drift = 2 * waits.length + 0.5
        expect(Math.abs(clockOffsetMs(estimate) - offset)).toBeLessThanOrEqual(shortest / 2 + drift)
      }),
    )
  })

  it('follows at once when a clock is set anew', () => {
    const before = foldClockSample(undefined, sample(1000, 1010, 1020))
    const hour = 3_600_000
    const after = foldClockSample(before, sample(2000 + hour, 2010, 2020 + hour))
    expect(clockOffsetMs(after)).toBe(-hour)
  })

  it('ignores a sample during which the clock was set', () => {
    const before = foldClockSample(undefined, sample(1000, 1010, 1020))
    expect(foldClockSample(before, sample(5000, 5010, 4000))).toBe(before)
    expect(foldClockSample(before, sample(5000, Number.NaN, 5010))).toBe(before)
  })
})
