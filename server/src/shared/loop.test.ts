import { TestClock } from '../../test/testClock'
import { createLoop, type LoopOptions } from './loop'

let clock: TestClock
let turns: number[]

beforeEach(() => {
  clock = new TestClock()
  turns = []
})

function loopOf(options: Partial<LoopOptions> = {}) {
  const startedAt = clock.now()
  const turn = () => turns.push(clock.now() - startedAt)
  return createLoop({ clock, everyMs: 100, turn, failed: () => undefined, ...options })
}

test('turns follow one another at the interval, until the loop is stopped', async () => {
  const loop = loopOf()
  loop.start()
  loop.start()
  await clock.advance(250)
  await loop.stop()
  await clock.advance(500)
  expect(turns).toEqual([0, 100, 200])
})

test('the first turn can wait, and a wake ends the wait under way', async () => {
  const loop = loopOf({ restFirst: true })
  loop.start()
  await clock.advance(50)
  expect(turns).toEqual([])
  loop.wake()
  await clock.advance(100)
  await loop.stop()
  expect(turns).toEqual([50, 150])
})

test('a failure is told, and the waits after failures double up to the most and begin again after a success', async () => {
  const seen: unknown[] = []
  const startedAt = clock.now()
  const loop = loopOf({
    retry: { minMs: 200, maxMs: 500 },
    turn() {
      turns.push(clock.now() - startedAt)
      if (turns.length <= 3) throw new Error(`turn ${turns.length}`)
    },
    failed: (error) => seen.push(error),
  })
  loop.start()
  await clock.advance(1_350)
  await loop.stop()
  expect(turns).toEqual([0, 200, 600, 1_100, 1_200, 1_300])
  expect(seen).toHaveLength(3)
})

test('a failure that cannot be mended ends the loop', async () => {
  const loop = loopOf({
    turn() {
      turns.push(0)
      throw new Error('lost')
    },
    failed: () => 'stop',
  })
  loop.start()
  await clock.advance(1_000)
  expect(turns).toHaveLength(1)
  await loop.stop()
})

test('stopping waits for the turn under way', async () => {
  let end = () => {}
  const loop = loopOf({ turn: () => new Promise<void>((resolve) => (end = resolve)) })
  loop.start()
  let stopped = false
  const stopping = loop.stop().then(() => (stopped = true))
  await new Promise(setImmediate)
  expect(stopped).toBe(false)
  end()
  await stopping
  expect(loop.signal.aborted).toBe(true)
})
