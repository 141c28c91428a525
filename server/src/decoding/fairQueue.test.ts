import { createFairQueue } from './fairQueue'

/** A queue whose tasks end when the test says so. */
function setUp(limits = { running: 2, waiting: 3, frugalMs: 1_000 }) {
  let now = 0
  const queue = createFairQueue(limits, () => now)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const refused: string[] = []
  const ask = (user: string, name = user) =>
    queue
      .run(user, () => {
        begun.push(name)
        return new Promise<true>((resolve) => ends.set(name, () => resolve(true)))
      })
      .then((done) => done ?? refused.push(name))
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    refused,
    settle,
    async ask(...names: string[]) {
      for (const name of names) void ask(name.replace(/\d+$/, ''), name)
      await settle()
    },
    async end(name: string, tookMs: number) {
      now += tookMs
      ends.get(name)?.()
      await settle()
    },
  }
}

test('each user has one task at a time, and one place is kept from those who have taken much', async () => {
  const { ask, end, begun } = setUp()
  await ask('greedy1', 'greedy2')
  expect(begun).toEqual(['greedy1'])
  await end('greedy1', 1_000)
  expect(begun).toEqual(['greedy1', 'greedy2'])
  await ask('other1', 'greedy3')
  await end('other1', 2_000)
  // Both have taken much by now: one of them at a time.
  await ask('other2')
  expect(begun).toEqual(['greedy1', 'greedy2', 'other1'])
  await ask('honest1')
  expect(begun).toEqual(['greedy1', 'greedy2', 'other1', 'honest1'])
})

test('next is whoever has taken least, not whoever came first', async () => {
  const { ask, end, begun } = setUp({ running: 1, waiting: 3, frugalMs: 1_000 })
  await ask('greedy1')
  await end('greedy1', 5_000)
  await ask('busy1', 'greedy2', 'honest1')
  await end('busy1', 10)
  expect(begun).toEqual(['greedy1', 'busy1', 'honest1'])
  await end('honest1', 10)
  expect(begun.at(-1)).toBe('greedy2')
})

test('a full queue lets go of whoever has taken most or waits most often, otherwise of the newcomer', async () => {
  const { ask, end, refused } = setUp({ running: 1, waiting: 3, frugalMs: 1_000 })
  await ask('greedy1')
  await end('greedy1', 5_000)
  await ask('busy1', 'greedy2', 'many1', 'many2')
  await ask('honest1')
  expect(refused).toEqual(['greedy2'])
  await ask('other1')
  expect(refused).toEqual(['greedy2', 'many2'])
  await ask('last1')
  expect(refused).toEqual(['greedy2', 'many2', 'last1'])
})

test('a user of a few pictures has room in a queue full of accounts that have sent none yet', async () => {
  const { ask, end, refused } = setUp({ running: 1, waiting: 4, frugalMs: 1_000 })
  await ask('honest1')
  await end('honest1', 100)
  await ask('one1', 'one2', 'one3', 'two1', 'two2')
  await ask('honest2')
  expect(refused).toEqual(['two2'])
})

test('time that was taken is forgotten, and a task that fails gives its place back', async () => {
  let now = 0
  const queue = createFairQueue({ running: 2, waiting: 1, frugalMs: 1_000 }, () => now)
  const fail = async () => {
    now += 5_000
    throw new Error('no')
  }
  await expect(queue.run('greedy', fail)).rejects.toThrow('no')
  void queue.run('busy', () => new Promise(() => undefined))
  let begun = false
  const work = async () => {
    begun = true
    return true
  }
  void queue.run('greedy', work)
  expect(begun).toBe(false)
  now += 600_001
  await expect(queue.run('someone', async () => true)).resolves.toBe(true)
  expect(begun).toBe(true)
})
