import { createBatcher, QueueFullError } from './batcher'
import { orderNumber } from './orderNumber'

test('order numbers sort by time and differ within a second', () => {
  const at = Date.UTC(2026, 10, 21)
  const numbers = [orderNumber(1n, at), orderNumber(2n, at), orderNumber(3n, at + 1_000)]
  expect(new Set(numbers).size).toBe(3)
  expect([...numbers].sort()).toEqual(numbers)
  expect(numbers[0]).toMatch(/^FT-[0-9A-HJKMNP-TV-Z]{10}$/)
})

describe('the batcher', () => {
  test('puts one item of a key into a batch and keeps the others waiting', async () => {
    const batches: string[][] = []
    const batcher = createBatcher<string, string>({
      batchMax: 64,
      inFlightMax: 2,
      queueMax: 100,
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
      batchMax: 64,
      inFlightMax: 1,
      queueMax: 100,
      run: async (items) => {
        if (items.includes('bad')) throw new Error('refused')
        return items
      },
    })
    const results = await Promise.allSettled([batcher.add(1n, 'good'), batcher.add(2n, 'bad'), batcher.add(3n, 'fine')])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('refuses at once when too many wait', async () => {
    const batcher = createBatcher<number, number>({
      batchMax: 1,
      inFlightMax: 1,
      queueMax: 2,
      run: async (items) => items,
    })
    const waiting = [batcher.add(1n, 1), batcher.add(2n, 2)]
    await expect(batcher.add(3n, 3)).rejects.toThrow(QueueFullError)
    await expect(Promise.all(waiting)).resolves.toEqual([1, 2])
  })
})
