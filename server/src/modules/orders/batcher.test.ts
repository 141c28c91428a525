import { createBatcher, OverloadError } from './batcher'
import { orderNumber } from './orderNumber'

test('order numbers sort by time and differ within a second', () => {
  const at = Date.UTC(2026, 10, 21)
  const numbers = [orderNumber(1n, at), orderNumber(2n, at), orderNumber(3n, at + 1_000)]
  expect(new Set(numbers).size).toBe(3)
  expect([...numbers].sort()).toEqual(numbers)
  expect(numbers[0]).toMatch(/^FT-[0-9A-HJKMNP-TV-Z]{10}$/)
})

const LIMITS = { batchMax: 64, inFlightMax: 2, worthwhile: 3, patienceMs: 60_000, queueMax: 100, ageMaxMs: 60_000 }

/** A batcher whose batches end when the test says so. */
function heldBatcher(options: Partial<typeof LIMITS> = {}) {
  const batches: string[][] = []
  const ends: (() => void)[] = []
  const batcher = createBatcher<string, string>({
    ...LIMITS,
    ...options,
    run: (items) => {
      batches.push(items)
      return new Promise((resolve) => ends.push(() => resolve(items)))
    },
  })
  return { batches, batcher, end: (batch: number) => ends[batch]?.() }
}
const AGE_MAX_MS = 50

/** The clock of the batcher, which waits for no machine. */
function stoppedClock() {
  let now = 1_000
  jest.spyOn(performance, 'now').mockImplementation(() => now)
  return {
    untilTooOld: () => {
      now += AGE_MAX_MS + 5
    },
  }
}
afterEach(() => jest.restoreAllMocks())

const nextTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('the batcher', () => {
  test('lets what arrives meanwhile go together once the first has its answer', async () => {
    const { batches, batcher, end } = heldBatcher()
    const first = batcher.add(1n, 'a')
    await nextTurn()
    const later = [batcher.add(2n, 'b'), batcher.add(3n, 'c')]
    await nextTurn()
    expect(batches).toEqual([['a']])
    end(0)
    await first
    await nextTurn()
    expect(batches).toEqual([['a'], ['b', 'c']])
    end(1)
    await expect(Promise.all(later)).resolves.toEqual(['b', 'c'])
  })

  test('starts a second batch beside the first where enough wait, and no third', async () => {
    const { batches, batcher, end } = heldBatcher()
    const all = [batcher.add(1n, 'a')]
    await nextTurn()
    for (const key of [2n, 3n, 4n]) all.push(batcher.add(key, 'b'))
    await nextTurn()
    for (const key of [5n, 6n, 7n]) all.push(batcher.add(key, 'c'))
    await nextTurn()
    expect(batches).toEqual([['a'], ['b', 'b', 'b']])
    end(1)
    await nextTurn()
    expect(batches).toHaveLength(3)
    end(0)
    end(2)
    await Promise.all(all)
  })

  test('passes a batch that does not come back', async () => {
    const { batches, batcher, end } = heldBatcher({ patienceMs: 20 })
    const stuck = batcher.add(1n, 'a')
    await nextTurn()
    const other = batcher.add(2n, 'b')
    while (batches.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    end(1)
    await expect(other).resolves.toBe('b')
    end(0)
    await stuck
  })

  test('puts one item of a key into a batch and keeps the others waiting', async () => {
    const batches: string[][] = []
    const batcher = createBatcher<string, string>({
      ...LIMITS,
      run: async (items) => {
        batches.push(items)
        return items
      },
    })
    const results = await Promise.all([batcher.add(1n, 'a1'), batcher.add(1n, 'a2'), batcher.add(2n, 'b1')])
    expect(results).toEqual(['a1', 'a2', 'b1'])
    expect(batches).toEqual([['a1', 'b1'], ['a2']])
  })

  test('tries the items of a failed batch alone, so that one cannot spoil the others', async () => {
    const batcher = createBatcher<string, string>({
      ...LIMITS,
      inFlightMax: 1,
      run: async (items) => {
        if (items.includes('bad')) throw new Error('refused')
        return items
      },
    })
    const results = await Promise.allSettled([batcher.add(1n, 'good'), batcher.add(2n, 'bad'), batcher.add(3n, 'fine')])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('does not run what waited too long behind a batch that hangs', async () => {
    const { untilTooOld } = stoppedClock()
    const { batches, batcher, end } = heldBatcher({ inFlightMax: 1, ageMaxMs: AGE_MAX_MS })
    const stuck = batcher.add(1n, 'a')
    await nextTurn()
    const old = batcher.add(2n, 'b')
    untilTooOld()
    const young = batcher.add(3n, 'c')
    end(0)
    await expect(old).rejects.toThrow(OverloadError)
    await expect(stuck).resolves.toBe('a')
    end(1)
    await expect(young).resolves.toBe('c')
    expect(batches).toEqual([['a'], ['c']])
  })

  test('does not try alone the items of a batch that failed too late', async () => {
    const { untilTooOld } = stoppedClock()
    const batches: string[][] = []
    const batcher = createBatcher<string, string>({
      ...LIMITS,
      ageMaxMs: AGE_MAX_MS,
      run: async (items) => {
        batches.push(items)
        untilTooOld()
        throw new Error('the database hung')
      },
    })
    const results = await Promise.allSettled([batcher.add(1n, 'a'), batcher.add(2n, 'b')])
    const reason = expect.any(OverloadError)
    expect(results).toEqual(Array(2).fill({ status: 'rejected', reason }))
    expect(batches).toEqual([['a', 'b']])
  })

  test('refuses at once when too many wait', async () => {
    const batcher = createBatcher<number, number>({
      ...LIMITS,
      batchMax: 1,
      inFlightMax: 1,
      queueMax: 2,
      run: async (items) => items,
    })
    const waiting = [batcher.add(1n, 1), batcher.add(2n, 2)]
    await expect(batcher.add(3n, 3)).rejects.toThrow(OverloadError)
    await expect(Promise.all(waiting)).resolves.toEqual([1, 2])
  })
})
