import { NOON } from '../../../../test/client/factories'
import type { ChartOrder } from '../chart/types'
import { aheadOf, tickScene, timeMarks } from './tickScene'

const BOX = { width: 390, height: 360, gutter: 70 }
const point = (seconds: number, price: number) => ({
  at: NOON + seconds * 1_000,
  price,
  text: String(price),
  sequence: seconds + 1_000,
})
const orderOf = (leftSeconds: number, entryPrice = '100'): ChartOrder => ({
  id: String(leftSeconds),
  direction: 'up',
  entryPrice,
  entryAt: NOON - 10_000,
  label: '',
  isFresh: true,
  expiresAt: NOON + leftSeconds * 1_000,
})
const sceneOf = (aheadMs: number, orders: readonly ChartOrder[] = [], points = [point(-60, 100), point(-1, 101)]) =>
  tickScene({ points, orders, lastPrice: 101, aheadMs, decimals: 1, now: NOON }, BOX)

test.each([30_000, 60_000, 300_000])(
  'the whole of a duration of %i ms is in sight, and at least as much of the past',
  (ms) => {
    const scene = sceneOf(ms)
    if (!scene) throw new Error('nothing to draw')
    const now = scene.xOf(NOON)
    expect(scene.xOf(NOON + ms)).toBeLessThanOrEqual(scene.plotRight)
    expect(scene.xOf(NOON + ms)).toBeGreaterThan(now)
    expect(now - scene.xOf(NOON - ms)).toBeLessThanOrEqual(now)
    expect(scene.to - scene.now).toBeLessThan(scene.now - scene.from)
  },
)

test('the time ahead covers the chosen duration and the longest order, in steps that do not move each second', () => {
  const durations = [30, 60, 300]
  expect(aheadOf(durations, 30, [], NOON)).toBe(30_000)
  expect(aheadOf(durations, 30, [orderOf(41)], NOON)).toBe(60_000)
  expect(aheadOf(durations, 30, [orderOf(40)], NOON)).toBe(60_000)
  expect(aheadOf(durations, 300, [orderOf(40)], NOON)).toBe(300_000)
  expect(aheadOf(durations, 30, [orderOf(-2)], NOON)).toBe(30_000)
})

test('the level of an order is in sight, one far away does not flatten the prices', () => {
  expect(sceneOf(60_000, [orderOf(30, '100.5')])?.scale.low).toBeLessThan(100)
  const [near, far] = [sceneOf(60_000), sceneOf(60_000, [orderOf(30, '250')])]
  expect(far?.scale).toMatchObject({ low: near?.scale.low, high: near?.scale.high })
})

test('a price that stands still is a level line in the middle, and without any price there is no picture', () => {
  const scene = sceneOf(60_000, [], [point(-60, 101)])
  expect(scene?.scale.yOf(101)).toBeCloseTo((scene?.top ?? 0) + ((scene?.bottom ?? 0) - (scene?.top ?? 0)) / 2)
  expect(
    tickScene({ points: [], orders: [], lastPrice: undefined, aheadMs: 0, decimals: 1, now: NOON }, BOX),
  ).toBeUndefined()
})

test('times stand at round instants that do not touch', () => {
  const scene = sceneOf(60_000)
  if (!scene) throw new Error('nothing to draw')
  const marks = timeMarks(scene, 60)
  expect(marks.length).toBeGreaterThan(2)
  expect(marks.every(({ at, stepMs }) => at % stepMs === 0)).toBe(true)
  const [first, second] = marks.map(({ at }) => scene.xOf(at))
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(60)
})
