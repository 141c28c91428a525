import { COLORS, candles, content, END, MINUTE, START, setUp } from './testChart'
import type { ChartOrder } from './types'

const LAST = '68200.0'
const NEXT_LAST = '68060.0'

const order = (over: Partial<ChartOrder> = {}): ChartOrder => ({
  id: 'a',
  direction: 'up',
  entryPrice: '68100.0',
  entryAt: END - 2 * MINUTE,
  expiresAt: END + 30_000,
  label: '▲ 68,100.0',
  isFresh: true,
  ...over,
})

type Calls = readonly unknown[][]

/** Rectangles filled with a zone's transparency, with their colors. */
function zones(calls: Calls): { fill: string; rect: number[] }[] {
  let [alpha, fill] = [1, '']
  const found: { fill: string; rect: number[] }[] = []
  for (const [name, ...args] of calls) {
    if (name === 'globalAlpha') alpha = Number(args[0])
    if (name === 'fillStyle') fill = String(args[0])
    if (name === 'fillRect' && alpha === 0.14) found.push({ fill, rect: args as number[] })
  }
  return found
}

/** Colors of upright dashes. */
function uprightFills(calls: Calls): string[] {
  let fill = ''
  const found = new Set<string>()
  for (const [name, ...args] of calls) {
    if (name === 'fillStyle') fill = String(args[0])
    if (name === 'fillRect' && args[2] === 1 && args[3] === 4) found.add(fill)
  }
  return [...found]
}

/** Left edges of upright dashes. */
const uprights = (calls: Calls) => [
  ...new Set(calls.filter(([name, , , w, h]) => name === 'fillRect' && w === 1 && h === 4).map(([, x]) => Number(x))),
]

describe("the user's own orders", () => {
  it('have a line at the entry price with direction and price, and a dot where they began', () => {
    const { fake, drawFrame } = setUp({ orders: [order()], lastPrice: LAST })
    drawFrame()
    expect(fake.texts()).toContain('▲ 68,100.0')
    expect(fake.calls.some(([name]) => name === 'arc')).toBe(true)
  })

  it.each([
    ['up', LAST, COLORS.up],
    ['up', NEXT_LAST, COLORS.down],
    ['down', NEXT_LAST, COLORS.up],
    ['down', LAST, COLORS.down],
    ['down', '68100.0', COLORS.axisText],
  ] as const)('going %s at %s are tinted by how they stand now', (direction, lastPrice, fill) => {
    const { fake, drawFrame } = setUp({ orders: [order({ direction })], lastPrice })
    drawFrame()
    const [zone] = zones(fake.calls)
    expect(zone?.fill).toBe(fill)
    const [, , width = 0, height = 0] = zone?.rect ?? []
    // Two minutes and a half of bars of 8 px.
    expect(width).toBeCloseTo(20)
    if (lastPrice === '68100.0') expect(height).toBe(0)
    else expect(height).toBeGreaterThan(10)
  })

  it('say nothing of their result while the last price is too old', () => {
    const { fake, drawFrame } = setUp({ orders: [order({ isFresh: false })], lastPrice: LAST })
    drawFrame()
    expect(zones(fake.calls)).toEqual([])
    expect(fake.texts()).toContain('▲ 68,100.0')
  })

  it('end at an upright line with the time on the axis', () => {
    const { fake, drawFrame } = setUp({ orders: [order()], lastPrice: LAST })
    drawFrame()
    const [x] = uprights(fake.calls)
    // The newest bar ends just before the scale, which is 64 px wide; half a bar further is 30 s later.
    expect(x).toBeGreaterThan(270)
    expect(x).toBeLessThan(294)
    expect(fake.texts()).toContain('14:40:30')
    expect(uprightFills(fake.calls)).toEqual([COLORS.up])
  })

  it('are called neither way once their time is up, and wait for the result', () => {
    const { fake, renderer, drawFrame } = setUp({ orders: [order()], lastPrice: LAST })
    renderer.setContent(content({ orders: [order()], lastPrice: LAST, serverNow: () => END + 30_000 }))
    drawFrame()
    expect(zones(fake.calls)).toEqual([])
    expect(fake.texts()).toContain('▲ 68,100.0')
    expect(uprightFills(fake.calls)).toEqual([COLORS.axisText])
  })

  it('make room for the future: the axis goes on to where they end', () => {
    const long = order({ expiresAt: END + 20 * MINUTE })
    const { fake, renderer, drawFrame } = setUp({ lastPrice: LAST })
    const before = renderer.inSight().length
    renderer.setContent(content({ orders: [long], lastPrice: LAST }))
    drawFrame()
    expect(renderer.inSight().length).toBeLessThan(before)
    const [x = 0] = uprights(fake.calls)
    expect(x).toBeGreaterThan(270)
    expect(x).toBeLessThan(294)
    expect(fake.texts()).toEqual(expect.arrayContaining(['15:00:00', '14:50']))
    renderer.setContent(content({ lastPrice: LAST }))
    expect(renderer.inSight()).toHaveLength(before)
  })

  it('that end far away say when at the edge, and leave room for the prices', () => {
    const day = order({ expiresAt: END + 1440 * MINUTE })
    const { fake, renderer, drawFrame } = setUp({ orders: [day], lastPrice: LAST })
    drawFrame()
    expect(renderer.inSight().length).toBeGreaterThan(12)
    expect(uprights(fake.calls)).toEqual([])
    expect(fake.texts()).toContain('14:40:00 ›')
    renderer.panBy(2_000)
    drawFrame()
    expect(fake.texts()).not.toContain('14:40:00 ›')
  })

  it('at one price have labels that do not cover each other', () => {
    const orders = ['a', 'b', 'c'].map((id) => order({ id, label: id }))
    const { fake, drawFrame } = setUp({ orders, lastPrice: LAST })
    drawFrame()
    const heights = fake.calls
      .filter(([name, text]) => name === 'fillText' && ['a', 'b', 'c'].includes(String(text)))
      .map(([, , , y]) => Number(y))
    expect(heights).toHaveLength(3)
    expect((heights[1] ?? 0) - (heights[0] ?? 0)).toBeGreaterThanOrEqual(18)
    expect((heights[2] ?? 0) - (heights[1] ?? 0)).toBeGreaterThanOrEqual(18)
    // They end together: one time on the axis says it.
    expect(fake.texts().filter((text) => text === '14:40:30')).toHaveLength(1)
  })

  it('Entry before the first bar have a line and no place', () => {
    const { fake, drawFrame } = setUp({ orders: [order({ entryAt: START - MINUTE })], lastPrice: LAST })
    drawFrame()
    expect(fake.texts()).toContain('▲ 68,100.0')
    expect(zones(fake.calls)).toEqual([])
  })
})

describe('the last price', () => {
  it('counts down until its candle closes, by the clock of the server', () => {
    const { fake, renderer, queue, drawFrame } = setUp({ lastPrice: LAST, serverNow: () => END - 37_400 })
    drawFrame()
    expect(fake.texts()).toContain('0:38')
    expect(queue).toHaveLength(0)
    renderer.tick()
    expect(queue).toHaveLength(1)
    const hourly = { interval: '4h' as const, candles: candles(100), lastPrice: LAST }
    renderer.setContent(content({ ...hourly, serverNow: () => END - MINUTE }))
    drawFrame()
    expect(fake.texts()).toContain('4:00:00')
  })

  it('counts nothing where no candle is forming', () => {
    const { fake, drawFrame } = setUp({ lastPrice: LAST, serverNow: () => END + 5 * MINUTE })
    drawFrame()
    expect(fake.texts().filter((text) => /^\d+:\d\d$/.test(text) && !text.startsWith('14'))).toEqual([])
  })
})

describe('the alerts', () => {
  it('in sight are lines with their words, which do not cover each other', () => {
    const alerts = ['68150.0', '68150.1', '90000.0'].map((price) => ({ price, label: price }))
    const { fake, drawFrame } = setUp({ alerts, lastPrice: LAST })
    drawFrame()
    expect(fake.texts()).toContain('68150.0')
    expect(fake.texts()).not.toContain('68150.1')
    expect(fake.texts()).not.toContain('90000.0')
  })

  it('are set by a tap on the scale, at its price, and by none on the plot', () => {
    const { renderer, drawFrame } = setUp({ lastPrice: LAST })
    drawFrame()
    const [high, low] = [30, 120].map((y) => Number(renderer.levelAt({ x: 350, y })))
    expect(high).toBeGreaterThan(low ?? 0)
    // Whole prices: a pixel is more than a tenth.
    expect(renderer.levelAt({ x: 350, y: 120 })).toMatch(/^\d+\.0$/)
    expect(renderer.levelAt({ x: 100, y: 120 })).toBeUndefined()
  })
})
