import { createInertia } from './inertia'

function setUp(edge = Number.POSITIVE_INFINITY) {
  let at = 0
  let x = 0
  const panBy = (dx: number) => {
    const before = x
    x = Math.min(edge, x + dx)
    return x !== before
  }
  const inertia = createInertia(panBy, () => at)
  const run = (frames: number, ms = 16) => {
    let steps = 0
    for (; steps < frames; steps++) {
      at += ms
      if (!inertia.step()) break
    }
    return steps
  }
  return { inertia, run, x: () => x }
}

it('glides ever slower and comes to rest', () => {
  const { inertia, run, x } = setUp()
  inertia.start(1)
  run(10)
  const early = x()
  run(10)
  expect(x() - early).toBeLessThan(early)
  expect(run(1_000)).toBeLessThan(200)
  expect(x()).toBeGreaterThan(300)
  expect(x()).toBeLessThanOrEqual(325)
})

it('goes as far at any frame rate', () => {
  const ends = [4, 16, 33].map((ms) => {
    const { inertia, run, x } = setUp()
    inertia.start(-2)
    run(2_000, ms)
    return x()
  })
  for (const end of ends) expect(Math.abs(end - (ends[0] ?? 0))).toBeLessThan(10)
})

it('ends at the end of the series, when it is stopped, and does not begin by itself', () => {
  const { inertia, run, x } = setUp(50)
  expect(inertia.step()).toBe(false)
  inertia.start(1)
  run(1_000)
  expect(x()).toBe(50)
  expect(inertia.step()).toBe(false)
  inertia.start(-1)
  run(2)
  inertia.stop()
  const stopped = x()
  expect(run(10)).toBe(0)
  expect(x()).toBe(stopped)
})

it('does not jump after a pause, and no swipe is faster than the eye', () => {
  const { inertia, run, x } = setUp()
  inertia.start(1_000)
  run(1, 60_000)
  expect(x()).toBeLessThan(4 * 64)
})
