import { createTestDatabase, type TestDatabase } from '../../test/database'
import { TestClock } from '../../test/testClock'
import type { Clock } from '../shared/clock'
import { createLog } from '../shared/log'
import { createAuditor } from './auditor'
import type { Sweep } from './sweep'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

const rowsOf = (name: string, rows: number, over: Partial<Sweep>): Sweep => ({
  name,
  perSlice: 10,
  grows: true,
  last: async () => BigInt(rows),
  next: async (_database, from, count) => (from >= rows ? undefined : BigInt(Math.min(Number(from) + count, rows))),
  find: async () => [],
  ...over,
})

test('three tables are walked over at a time, and none again before all were seen once', async () => {
  const clock = new TestClock()
  const looked = new Map<string, number>()
  let [under, most] = [0, 0]
  const slow = (name: string, rows: number) =>
    rowsOf(name, rows, {
      async find() {
        looked.set(name, (looked.get(name) ?? 0) + 1)
        under += 1
        most = Math.max(most, under)
        await new Promise((resolve) => setTimeout(resolve, 10))
        under -= 1
        return []
      },
    })
  const only = [slow('short', 10), slow('other', 10), slow('third', 10), slow('long', 100)]
  const deps = { database: own.database, clock, log: createLog('silent'), only, slices: 1 }
  const auditor = createAuditor(deps)
  const batches = async (count: number) => {
    for (let batch = 0; batch < count; batch++) {
      await auditor.runBatch()
      await clock.advance(31_000)
    }
  }
  await batches(9)
  expect(auditor.state()).toBe('unchecked')
  expect(Object.fromEntries(looked)).toEqual({ short: 1, other: 1, third: 1, long: 9 })
  expect(most).toBe(3)
  await batches(1)
  expect(auditor.state()).toBe('ok')
  // From now on one at a time, each after its rest.
  most = 0
  await batches(2)
  expect([looked.get('short'), most]).toEqual([3, 1])
})

test('the first pass hardly pauses, and what comes after it does', async () => {
  const slept: number[] = []
  let now = Date.UTC(2026, 0, 5, 12)
  const clock: Clock = {
    now: () => now,
    async sleep(ms) {
      slept.push(ms)
      now += ms
      await new Promise((resolve) => setTimeout(resolve, 1))
    },
  }
  await own.database.query(`delete from setting where key = 'audit_walk'`)
  const only = [rowsOf('paced', 50, {})]
  const auditor = createAuditor({ database: own.database, clock, log: createLog('silent'), only, slices: 1 })
  auditor.start()
  while (auditor.facts().fullPassAt === undefined || (slept.at(-1) ?? 0) < 1_000)
    await new Promise((resolve) => setTimeout(resolve, 5))
  await auditor.stop()
  const first = slept.slice(
    0,
    slept.findIndex((ms) => ms >= 1_000),
  )
  expect(first.length).toBeGreaterThanOrEqual(4)
  expect(Math.max(...first)).toBeLessThanOrEqual(50)
})
