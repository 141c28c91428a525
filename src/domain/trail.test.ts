import { addPoint, EMPTY_TRAIL, joinPoints, orderLineOf, type Trail } from './trail'

const trailOf = (prices: readonly number[], stepMs: number): Trail =>
  prices.reduce((trail, price, index) => addPoint(trail, { at: 1_000 + index * stepMs, price }), EMPTY_TRAIL)

test('a trail stays short and reaches from its first to its last price, however long it runs', () => {
  const trail = trailOf(
    Array.from({ length: 5_000 }, (_, index) => index),
    200,
  )
  expect(trail.points.length).toBeLessThanOrEqual(240)
  expect(trail.points.length).toBeGreaterThan(100)
  expect(trail.points[0]?.at).toBe(1_000)
  expect(trail.points.at(-1)?.price).toBe(4_999)
  const times = trail.points.map(({ at }) => at)
  expect(times).toEqual([...times].sort((a, b) => a - b))
})

test('prices within one step replace each other; late ones and what is no number are left out', () => {
  let trail = trailOf([1, 2, 3], 100)
  expect(trail.points).toEqual([{ at: 1_000, price: 3 }])
  trail = addPoint(trail, { at: 900, price: 9 })
  trail = addPoint(trail, { at: 9_000, price: Number.NaN })
  expect(trail.points).toEqual([{ at: 1_000, price: 3 }])
})

test('the line begins with the contract, ends with the last price seen, and its level is the entry price', () => {
  const trail = trailOf([100, 101, 102], 10_000)
  const order = { entryPrice: 101, entryAt: 1_000, expiresAt: 41_000 }
  expect(orderLineOf(trail, order, { width: 104, height: 44 })).toEqual({
    prices: 'M2 42L27 22L52 2',
    entry: 'M2 22L102 22',
  })
})

test('what is loaded goes where it belongs, and a price that is known counts once', () => {
  const trail = trailOf([100, 103], 10_000)
  const loaded = [0, 5_000, 10_000].map((ms) => ({ at: 1_000 + ms, price: 100 + (ms / 5_000) * 1.5 }))
  expect(joinPoints(trail, loaded).points).toEqual([
    { at: 1_000, price: 100 },
    { at: 6_000, price: 101.5 },
    { at: 11_000, price: 103 },
  ])
  const long = trailOf(
    Array.from({ length: 500 }, (_, index) => index),
    500,
  )
  expect(joinPoints(long, loaded).points.length).toBeLessThanOrEqual(240)
})

test('before two prices are seen there is only the level', () => {
  const order = { entryPrice: 101, entryAt: 5_000, expiresAt: 45_000 }
  const line = orderLineOf(trailOf([100], 10_000), order, { width: 104, height: 44 })
  expect(line).toEqual({ prices: '', entry: 'M2 22L102 22' })
})
