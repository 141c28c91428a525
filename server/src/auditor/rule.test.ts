import fc from 'fast-check'
import { type Contract, comparePrices, decide, type RuleTick } from './rule'

const contract: Contract = {
  direction: 'up',
  acceptedAtMs: 1_000,
  isLoggedLate: false,
  durationMs: 30_000,
  entryTimeoutMs: 5_000,
  staleAfterMs: 5_000,
}

/** A log in the order of time, from just before acceptance to after the expiry. */
const logs = fc
  .array(fc.record({ step: fc.integer({ min: 1, max: 4_000 }), cents: fc.integer({ min: 1, max: 500 }) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((steps) => {
    let atMs = 500
    return steps.map(({ step, cents }, index): RuleTick => {
      atMs += step
      return { sequence: index + 1, atMs, price: (cents / 100).toFixed(2) }
    })
  })

test('the order in which ticks are listed, and repeats of them, change nothing', () => {
  fc.assert(
    fc.property(logs, fc.integer(), (log, seed) => {
      const shuffled = [...log, ...log.slice(0, 5)].sort(
        (a, b) => ((a.sequence * 7919 + seed) % 101) - ((b.sequence * 7919 + seed) % 101),
      )
      expect(decide(contract, shuffled)).toEqual(decide(contract, log))
    }),
  )
})

test('ticks after the expiry change nothing', () => {
  fc.assert(
    fc.property(logs, (log) => {
      const entry = log.find((tick) => tick.atMs > contract.acceptedAtMs)
      const until = (entry?.atMs ?? 0) + contract.durationMs
      expect(
        decide(
          contract,
          log.filter((tick) => !entry || tick.atMs <= until),
        ),
      ).toEqual(decide(contract, log))
    }),
  )
})

test('a gap before the expiry voids, whatever came earlier', () => {
  fc.assert(
    fc.property(logs, (log) => {
      const entry = log.find((tick) => tick.atMs > contract.acceptedAtMs)
      fc.pre(entry !== undefined && entry.atMs <= contract.acceptedAtMs + contract.entryTimeoutMs)
      const gapFrom = (entry?.atMs ?? 0) + contract.durationMs - contract.staleAfterMs
      const gapped = log.filter((tick) => tick.atMs < gapFrom || tick.atMs > gapFrom + contract.staleAfterMs)
      expect(decide(contract, gapped).status).toBe('void')
    }),
  )
})

test('prices are compared by value, not as text', () => {
  expect(comparePrices('100.0', '100')).toBe(0)
  expect(comparePrices('9.99', '10.0')).toBe(-1)
  expect(comparePrices('0.10000000000000000001', '0.1')).toBe(1)
})
