import fc from 'fast-check'
import { TestClock } from '../../../test/testClock'
import { createLog } from '../../shared/log'
import { createMetrics } from '../../shared/metrics'
import type { FeedTick } from '../feed'
import { createTally } from './metrics'
import { createSourceSelector } from './sourceSelector'

type Take = (tick: FeedTick) => void

/** A selector over sources that tick by hand. */
function openSelector(options: { sources?: Record<string, string[]>; jumpBp?: number } = {}) {
  const clock = new TestClock(1_000_000)
  const { sources = { one: ['A', 'B'], two: ['A'] }, jumpBp = 0 } = options
  const takes = new Map<string, Take>()
  const heard: FeedTick[] = []
  const outcomes: Record<string, number> = {}
  const held: string[] = []
  const noted: string[] = []
  const selector = createSourceSelector({
    name: Object.keys(sources).join(','),
    sources: Object.entries(sources).map(([name, symbols]) => ({
      name,
      symbols,
      start: (take) => void takes.set(name, take),
      stop: async () => void takes.delete(name),
      state: () => ({ source: name, status: 'connected', lastTickAtMs: undefined, missing: [] }),
    })),
    failoverMs: 2_000,
    recoveryMs: 10_000,
    spikeLimitOf: () => jumpBp,
    clock,
    log: createLog('silent'),
    tally: {
      ...createTally(createMetrics().registry),
      count: (source, outcome) => {
        const key = `${source} ${outcome}`
        outcomes[key] = (outcomes[key] ?? 0) + 1
      },
      held: (source) => held.push(source),
    },
    note: ({ kind, symbol, fields }) => noted.push([kind, symbol, ...fields].join(' ')),
  })
  selector.start((tick) => heard.push(tick))
  let sequence = 0
  function tick(source: string, price: string, symbol = 'A', size = '1') {
    const now = clock.now()
    takes.get(source)?.({ symbol, price, size, source, sourceAtMs: now - 20, receivedAtMs: now, sequence: ++sequence })
  }
  const shown = () => heard.map((each) => `${each.source} ${each.price}`)
  return { selector, clock, tick, heard, shown, outcomes, held, noted }
}

test('the second source takes over when the first is silent, and hands back when it is well for a while', async () => {
  const { clock, tick, shown, outcomes, noted } = openSelector()
  tick('two', '9')
  tick('one', '1')
  await clock.advance(1_500)
  tick('two', '9')
  await clock.advance(1_000)
  tick('two', '10')
  expect(shown()).toEqual(['one 1', 'two 10'])
  // Back, but not yet for long enough.
  for (let second = 0; second < 10; second++) {
    tick('one', `2${second}`)
    tick('two', `3${second}`)
    await clock.advance(1_000)
  }
  expect(shown().at(-1)).toBe('two 39')
  tick('one', '40')
  tick('two', '41')
  expect(shown().at(-1)).toBe('one 40')
  expect(outcomes['two standby']).toBe(3)
  expect(outcomes['one standby']).toBe(10)
  expect(noted).toEqual(['source A one two', 'source A two one'])
})

test('a first source that stumbles again while it recovers begins to count anew', async () => {
  const { clock, tick, shown } = openSelector()
  await clock.advance(3_000)
  tick('two', '5')
  tick('one', '1')
  for (let second = 0; second < 8; second++) {
    await clock.advance(1_000)
    tick('one', '1')
    tick('two', '5')
  }
  // Silent for longer than it may be, while the other continues.
  await clock.advance(1_500)
  tick('two', '6')
  await clock.advance(1_500)
  tick('two', '6')
  tick('one', '1')
  await clock.advance(1_000)
  tick('one', '1')
  tick('two', '7')
  expect(shown().at(-1)).toBe('two 7')
  expect(shown()).not.toContain('one 1')
})

test('a first source that is back but young is better than none', async () => {
  const { clock, tick, shown } = openSelector()
  await clock.advance(3_000)
  tick('two', '5')
  await clock.advance(3_000)
  tick('one', '6')
  expect(shown()).toEqual(['two 5', 'one 6'])
})

test('of three the most wanted one that is alive takes over, and each product on its own', async () => {
  const { clock, tick, shown } = openSelector({ sources: { one: ['A', 'B'], two: ['A'], three: ['A', 'B'] } })
  await clock.advance(1_500)
  tick('two', '2')
  tick('one', '1', 'B')
  await clock.advance(1_000)
  tick('three', '3')
  tick('three', '3', 'B')
  tick('two', '2.5')
  expect(shown()).toEqual(['one 1', 'two 2.5'])
})

test('a source cannot price what it was not asked for', () => {
  const { tick, shown, outcomes } = openSelector()
  tick('two', '9', 'B')
  expect(shown()).toEqual([])
  expect(outcomes).toEqual({ 'two unknown_symbol': 1 })
})

test('a print in error is held and gone with the next good price', async () => {
  const { clock, tick, shown, outcomes, held } = openSelector({ jumpBp: 100 })
  tick('one', '100.00')
  await clock.advance(100)
  tick('one', '150.00')
  expect(shown()).toEqual(['one 100.00'])
  await clock.advance(100)
  tick('one', '100.10')
  expect(shown()).toEqual(['one 100.00', 'one 100.10'])
  expect(outcomes).toEqual({ 'one accepted': 2, 'one jump_unconfirmed': 1 })
  expect(held).toEqual(['one'])
})

test('a jump that a second tick confirms comes out unaltered, one tick late', async () => {
  const { clock, tick, heard, outcomes } = openSelector({ jumpBp: 100 })
  tick('one', '100.00')
  await clock.advance(100)
  tick('one', '150.0100', 'A', '0.25')
  const atMs = clock.now()
  await clock.advance(100)
  tick('one', '149.90')
  expect(heard.map(({ price }) => price)).toEqual(['100.00', '150.0100', '149.90'])
  expect(heard[1]).toMatchObject({
    price: '150.0100',
    size: '0.25',
    source: 'one',
    sourceAtMs: atMs - 20,
    receivedAtMs: atMs,
  })
  expect(outcomes).toEqual({ 'one accepted': 3 })
})

test('a second source confirms a jump without pricing anything itself', async () => {
  const { clock, tick, shown, outcomes } = openSelector({ jumpBp: 100 })
  tick('one', '100')
  await clock.advance(50)
  tick('one', '150')
  tick('two', '100')
  expect(shown()).toEqual(['one 100'])
  tick('two', '150.5')
  expect(shown()).toEqual(['one 100', 'one 150'])
  expect(outcomes).toEqual({ 'one accepted': 2, 'two standby': 2 })
})

test('a confirmation that comes too late lets the new price pass and not the old one', async () => {
  const { selector, clock, tick, shown, outcomes } = openSelector({ jumpBp: 100 })
  tick('one', '100')
  tick('one', '150')
  await clock.advance(6_000)
  tick('one', '151')
  expect(shown()).toEqual(['one 100', 'one 151'])
  tick('one', '200')
  await clock.advance(6_000)
  tick('two', '200')
  await selector.stop()
  expect(outcomes['one jump_unconfirmed']).toBe(2)
})

test('whatever comes, each tick ends as one outcome and what comes out is what came in', async () => {
  const step = fc.record({
    source: fc.constantFrom('one', 'two'),
    price: fc.constantFrom('100', '100.5', '150', '150.2', '80', '0.000001'),
    wait: fc.constantFrom(0, 100, 2_500, 6_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { selector, clock, tick, heard, outcomes } = openSelector({ jumpBp: 100 })
      for (const { source, price, wait } of steps) {
        await clock.advance(wait)
        tick(source, price)
      }
      await selector.stop()
      const counted = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
      expect(counted).toBe(steps.length)
      expect(heard.length).toBe((outcomes['one accepted'] ?? 0) + (outcomes['two accepted'] ?? 0))
      for (const each of heard) {
        const { source, price } = steps[each.sequence - 1] ?? {}
        expect({ source: each.source, price: each.price }).toEqual({ source, price })
      }
    }),
    { numRuns: 60 },
  )
})
