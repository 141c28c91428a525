import { NOON } from '../../../../test/client/factories'
import { createFakeContext } from '../../../components/chart/fakeContext'
import { createFormat } from '../../../i18n/format'
import { chartColors } from '../chart/colors'
import type { ChartOrder } from '../chart/types'
import { apart } from './drawOrders'
import { drawTicks } from './drawTicks'
import { createTickInput } from './tickInput'
import { mostBack, type TickContent } from './tickScene'

const points = Array.from({ length: 600 }, (_, index) => {
  const price = 68_400 + (index % 20)
  return { at: NOON - (599 - index) * 1_000, price, text: price.toFixed(1), sequence: 3_000 + index }
})
const order = (id: string, leftSeconds: number, entryPrice: string): ChartOrder => ({
  id,
  direction: 'up',
  entryPrice,
  entryAt: NOON - 20_000,
  label: `▲ ${entryPrice}`,
  isFresh: true,
  expiresAt: NOON + leftSeconds * 1_000,
})
const content = (changes: Partial<TickContent> = {}): TickContent => ({
  points,
  orders: [],
  alerts: [],
  lastPrice: '68419.0',
  aheadMs: () => 60_000,
  chosen: undefined,
  covered: 0,
  decimals: 1,
  zone: 'utc',
  colors: chartColors('light', 'green'),
  format: createFormat('en-US'),
  serverNow: () => NOON,
  clockOf: (at) => String((at - NOON) / 1_000),
  ...changes,
})

function show(changes?: Partial<TickContent>) {
  const fake = createFakeContext()
  const surface = { context: fake.context, width: 358, height: 400, ratio: 2 }
  let most = 0
  const { view, input } = createTickInput(
    () => undefined,
    () => most,
  )
  const draw = () => {
    fake.clear()
    const scene = drawTicks(surface, content(changes), view)
    most = scene ? mostBack(scene, points) : 0
    return scene
  }
  return { ...fake, draw, input, view }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('a finger that rests asks which price was there, when, and how much; a tap ends it', () => {
  const { draw, input, texts } = show()
  const scene = draw()
  const x = scene?.xOf(NOON - 30_000) ?? 0
  input.down(1, x + 0.5, 100)
  jest.advanceTimersByTime(400)
  draw()
  expect(texts()).toContain('#3,569 · -30 · 68,409.0')
  input.up(1)
  draw()
  expect(texts()).toContain('#3,569 · -30 · 68,409.0')
  input.down(1, x, 100)
  input.up(1)
  draw()
  expect(texts().filter((text) => text.startsWith('#'))).toEqual([])
})

test('a finger that moves leads back as far as there are prices, and two taps lead to now', () => {
  const { draw, input, view } = show()
  const now = draw()
  const swipe = (by: number) => {
    input.down(1, 50, 100)
    input.move(1, 50 + by, 100)
    input.up(1)
    jest.advanceTimersByTime(1_000)
  }
  swipe(100)
  const before = draw()
  expect(before?.to).toBeLessThan(now?.to ?? 0)
  for (let times = 0; times < 20; times += 1) swipe(300)
  const oldest = draw()
  // Half of the picture still has prices.
  expect((oldest?.from ?? 0) + ((oldest?.to ?? 0) - (oldest?.from ?? 0)) / 2).toBeCloseTo(NOON - 599_000, -3)
  swipe(-5_000)
  expect(view.back).toBe(0)
  swipe(100)
  for (const _ of [1, 2]) {
    input.down(1, 50, 100)
    input.up(1)
  }
  expect(draw()?.to).toBe(now?.to)
})

test('three orders on one product: every level and every end can be read', () => {
  const orders = [order('c', 59, '68419.2'), order('a', 22, '68418.8'), order('b', 24, '68410.0')]
  const { calls, draw, texts } = show({ orders })
  draw()
  for (const text of ['▲ 68419.2', '▲ 68418.8', '▲ 68410.0', '68,419.0', '0:22', '0:24', '0:59'])
    expect(texts()).toContain(text)
  const placeOf = (text: string) => calls.find(([name, drawn]) => name === 'fillText' && drawn === text)?.slice(2, 4)
  const heights = ['▲ 68419.2', '68,419.0', '▲ 68418.8'].map((text) => Number(placeOf(text)?.[1]))
  expect((heights[1] ?? 0) - (heights[0] ?? 0)).toBeGreaterThanOrEqual(21)
  expect((heights[2] ?? 0) - (heights[1] ?? 0)).toBeGreaterThanOrEqual(21)
  const [first, second] = ['0:22', '0:24'].map((text) => Number(placeOf(text)?.[0]))
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(36)
})

test('no label of an axis is under that of an order or of the newest price', () => {
  const orders = [order('a', 9, '68419.2'), order('b', 10, '68418.8'), order('c', 11, '68419.0')]
  const { calls, draw, context } = show({ orders })
  const scene = draw()
  if (!scene) throw new Error('nothing was drawn')
  const placed = calls.flatMap(([name, text, x, y]) =>
    name === 'fillText' ? [{ text: String(text), x: Number(x), y: Number(y) }] : [],
  )
  const widthOf = ({ text }: { text: string }) => context.measureText(text).width
  const [times, pills] = [/^\d\d:\d\d/, /^\d:\d\d$/].map((form) => placed.filter(({ text }) => form.test(text)))
  expect(times?.length).toBeGreaterThan(0)
  expect(pills).toHaveLength(orders.length)
  for (const time of times ?? [])
    for (const pill of pills ?? [])
      expect(Math.abs(time.x - pill.x)).toBeGreaterThan((widthOf(time) + widthOf(pill)) / 2 + 6)
  const levels = placed.filter(({ x }) => x > scene.plotRight)
  const [tags, prices] = [/^▲|^68,419\.0$/, /^68,4\d\d\.0$/].map((form) => levels.filter(({ text }) => form.test(text)))
  expect(tags).toHaveLength(orders.length + 1)
  for (const price of prices ?? [])
    for (const tag of tags ?? []) if (tag !== price) expect(Math.abs(price.y - tag.y)).toBeGreaterThan(12)
})

test('the scale has a label every 40 to 80 pixels while orders run, and the newest price is not at an edge', () => {
  const { draw, calls } = show({ orders: [order('a', 22, '68300.0')], lastPrice: '68419.0' })
  const scene = draw()
  if (!scene) throw new Error('nothing was drawn')
  const place = (scene.scale.yOf(68_419) - scene.top) / (scene.bottom - scene.top)
  expect(place).toBeGreaterThan(0.25)
  expect(place).toBeLessThan(0.75)
  const lines = calls.filter(([name, left, , , height]) => name === 'fillRect' && left === 0 && height === 1)
  const heights = [...new Set(lines.map(([, , y]) => Number(y)))].sort((a, b) => a - b)
  const gaps = heights.slice(1).map((y, index) => y - (heights[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(35)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(85)
})

test('a picture without prices is a level line and no claim', () => {
  const { draw, texts, calls } = show({ points: [], lastPrice: undefined })
  expect(draw()).toBeUndefined()
  expect(texts()).toEqual([])
  expect(calls.filter(([name]) => name === 'fillRect')).toHaveLength(2)
})

test('what is moved apart keeps its order and stays inside', () => {
  expect(apart([50, 52, 200], 22, 0, 300)).toEqual([40, 62, 200])
  expect(apart([2, 1, 3], 22, 0, 300)).toEqual([22, 0, 44])
  expect(apart([299, 298], 22, 0, 300)).toEqual([300, 278])
})

test('an alert in sight is a line with its words; one out of sight is not drawn', () => {
  const alerts = [
    { price: '68410.0', label: 'Alert 68,410.0' },
    { price: '70000.0', label: 'Alert 70,000.0' },
  ]
  const { draw, texts } = show({ alerts })
  draw()
  expect(texts()).toContain('Alert 68,410.0')
  expect(texts()).not.toContain('Alert 70,000.0')
})

test('taps on the scale are taken at their place, and do not lead back to now', () => {
  const tapped = jest.fn(() => true)
  const { view, input } = createTickInput(
    () => undefined,
    () => 1_000,
    tapped,
  )
  input.down(1, 100, 100)
  input.move(1, 180, 100)
  input.up(1)
  expect(view.back).toBe(80)
  for (const id of [2, 3]) {
    input.down(id, 350, 50)
    input.up(id)
  }
  expect(tapped).toHaveBeenLastCalledWith({ x: 350, y: 50 })
  expect(view.back).toBe(80)
})

test('over minutes in which no price came there is no line', () => {
  const between = ({ at }: { at: number }) => at > NOON - 120_000 && at < NOON - 30_000
  const { calls, draw } = show({ points: points.filter((point) => !between(point)) })
  const scene = draw()
  const [left, right] = [-120_000, -30_000].map((ms) => scene?.xOf(NOON + ms) ?? 0)
  const lines = calls.flatMap(([name, x], index) =>
    name === 'lineTo' && calls[index - 1]?.[0] === 'lineTo' ? [[Number(calls[index - 1]?.[1]), Number(x)]] : [],
  )
  expect(lines.length).toBeGreaterThan(50)
  expect(lines.filter(([from = 0, to = 0]) => from <= (left ?? 0) && to >= (right ?? 0))).toEqual([])
})
