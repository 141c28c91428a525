import { COLORS, candles, content, MINUTE, rects, START, setUp } from './testChart'

describe('drawing', () => {
  it('draws once a frame, however often it is changed, and not at all without a change', () => {
    const { queue, renderer, drawFrame } = setUp()
    renderer.panBy(30)
    renderer.panBy(30)
    renderer.setCrosshair({ x: 10, y: 10 })
    expect(queue).toHaveLength(1)
    drawFrame()
    expect(queue).toHaveLength(0)
    renderer.panBy(0)
    renderer.panBy(-1e9)
    drawFrame()
    renderer.panBy(-50)
    expect(queue).toHaveLength(0)
  })

  it('draws a body, wicks and a volume bar for each candle in sight, in the colours of up and down', () => {
    const { fake, drawFrame } = setUp()
    drawFrame()
    const bars = (color: string) => rects(fake.calls, color)
    // 36 candles are in sight, every other one goes up; each is a body, a wick and a volume bar.
    expect(bars(COLORS.up)).toHaveLength(3 * 18)
    expect(bars(COLORS.down)).toHaveLength(3 * 18)
  })

  it.each([1, 1.5, 2, 3])('is sharp at a ratio of %p', (ratio) => {
    const { fake, renderer, drawFrame } = setUp({}, ratio)
    renderer.panBy(123.4)
    drawFrame()
    for (const rect of [...rects(fake.calls, COLORS.up), ...rects(fake.calls, COLORS.down)]) {
      for (const side of rect) expect(Math.abs(side * ratio - Math.round(side * ratio))).toBeLessThan(1e-6)
    }
  })

  it('shows round prices, times and the last price as recorded', () => {
    const { fake, drawFrame } = setUp({ lastPrice: '68123.50' })
    drawFrame()
    expect(fake.texts()).toEqual(expect.arrayContaining(['68,200.0', '14:10', '14:20', '14:30', '68,123.50']))
    expect(fake.calls).toContainEqual(['fillStyle', COLORS.brand])
  })

  it('keeps the scale free of bars, also of those far in the past', () => {
    const { fake, renderer, drawFrame } = setUp({ candles: candles(300) })
    renderer.panBy(1_000)
    drawFrame()
    // "67,933.5" is 8 characters of 6 px, with a label's padding of 12 and 4 of room.
    const plotRight = 358 - (8 * 6 + 12 + 4)
    const at = fake.calls.findIndex(([name]) => name === 'clip')
    expect(fake.calls[at - 1]).toEqual(['rect', 0, 0, plotRight, 320])
    const before = fake.calls.slice(0, at)
    const clipped = fake.calls.slice(at, fake.calls.map(([name]) => name).lastIndexOf('restore'))
    for (const color of [COLORS.up, COLORS.down]) {
      expect(rects(before, color)).toEqual([])
      expect(rects(clipped, color).length).toBeGreaterThan(30)
      expect(rects(fake.calls, color)).toHaveLength(rects(clipped, color).length)
    }
    expect(rects(fake.calls, COLORS.grid).every(([x = 0, , width = 0]) => x + width <= plotRight)).toBe(true)
  })

  it('leaves out a price label that the last price would cover', () => {
    const { fake, drawFrame } = setUp({ lastPrice: '68203.0' })
    drawFrame()
    expect(fake.texts()).not.toContain('68,200.0')
    expect(fake.texts()).toContain('68,000.0')
  })

  it('shows days where a day begins, and years where a year does', () => {
    const { fake, renderer, drawFrame } = setUp({ candles: candles(60, Date.UTC(2026, 11, 31, 23, 30)) })
    drawFrame()
    expect(fake.texts()).toContain('2027/01')
    renderer.setContent(content({ candles: candles(60, Date.UTC(2026, 10, 20, 23, 30)) }))
    drawFrame()
    expect(fake.texts()).toContain('11月21日')
  })

  it('draws a line with a tint, instead of candles, in line mode', () => {
    const { fake, drawFrame } = setUp({ mode: 'line' })
    drawFrame()
    expect(fake.calls.filter(([name]) => name === 'lineTo').length).toBeGreaterThanOrEqual(38)
    expect(fake.calls).toContainEqual(['globalAlpha', 0.1])
    expect(fake.calls).toContainEqual(['strokeStyle', COLORS.brand])
  })

  it('draws only the ground while there are no candles', () => {
    const { fake, needOlder, drawFrame } = setUp({ candles: [] })
    drawFrame()
    expect(fake.calls).toEqual([
      ['fillStyle', COLORS.background],
      ['fillRect', 0, 0, 358, 320],
    ])
    expect(needOlder).not.toHaveBeenCalled()
  })

  it('survives odd candles', () => {
    const odd = [{ openAt: 0, open: 'x', high: '', low: 'NaN', close: '-', volume: '1e999' }, ...candles(3)]
    const { fake, renderer, drawFrame } = setUp({ candles: odd, lastPrice: 'x' })
    expect(drawFrame).not.toThrow()
    renderer.setContent(content({ candles: candles(1).map((candle) => ({ ...candle, volume: '0' })) }))
    drawFrame()
    expect(fake.texts().length).toBeGreaterThan(0)
  })
})

describe('the crosshair', () => {
  it('reads the bar that it points at, and goes away', () => {
    const { fake, renderer, drawFrame } = setUp()
    renderer.setCrosshair({ x: 100, y: 100 })
    drawFrame()
    const texts = fake.texts()
    const at = texts.indexOf('O')
    const readout = texts.slice(at, at + 10)
    expect(readout.filter((_, i) => i % 2 === 0)).toEqual(['O', 'H', 'L', 'C', 'V'])
    expect(readout[1]).toMatch(/^6\d,\d{3}\.0$/)
    expect(texts).toContainEqual(expect.stringMatching(/^2026\/11\/20 14:\d\d$/))
    renderer.setCrosshair(undefined)
    drawFrame()
    expect(fake.texts()).not.toContain('O')
  })
})

describe('the series', () => {
  it('asks for older candles near the left edge, once for each beginning', () => {
    const { needOlder, renderer, drawFrame } = setUp({ candles: candles(300) })
    expect(needOlder).not.toHaveBeenCalled()
    renderer.panBy(1900)
    renderer.panBy(10)
    drawFrame()
    expect(needOlder).toHaveBeenCalledTimes(1)
    renderer.setContent(content({ candles: [...candles(10, START - 10 * MINUTE), ...candles(300)] }))
    expect(needOlder).toHaveBeenCalledTimes(2)
    renderer.setContent(content({ candles: [...candles(300, START - 300 * MINUTE), ...candles(300)] }))
    expect(needOlder).toHaveBeenCalledTimes(2)
  })

  it('asks again after a while if nothing came, as after a lost connection', () => {
    const { needOlder, renderer, clock } = setUp({ candles: candles(300) })
    renderer.panBy(2_300)
    clock.ms += 4_000
    renderer.panBy(-10)
    expect(needOlder).toHaveBeenCalledTimes(1)
    clock.ms += 1_500
    renderer.panBy(10)
    expect(needOlder).toHaveBeenCalledTimes(2)
  })

  it('keeps what one looks at when candles arrive at either end', () => {
    const { fake, renderer, drawFrame } = setUp({ candles: candles(300) })
    const pointed = () => {
      renderer.setCrosshair({ x: 100, y: 100 })
      drawFrame()
      return fake.texts().find((text) => text.startsWith('2026/'))
    }
    renderer.panBy(800)
    const before = pointed()
    renderer.setContent(content({ candles: [...candles(50, START - 50 * MINUTE), ...candles(302)] }))
    expect(pointed()).toBe(before)
  })

  it('begins at the newest candle when the interval changes', () => {
    const { fake, renderer, drawFrame } = setUp({ candles: candles(300) })
    renderer.panBy(1500)
    renderer.setContent(content({ interval: '5m', candles: candles(300) }))
    renderer.setCrosshair({ x: 357, y: 100 })
    drawFrame()
    expect(fake.texts()).toContain('2026/11/20 17:59')
  })
})

describe('disposing', () => {
  it('draws nothing any more', () => {
    const { fake, renderer, drawFrame } = setUp()
    renderer.dispose()
    renderer.panBy(50)
    drawFrame()
    expect(fake.calls).toEqual([])
  })
})

describe('gliding', () => {
  it('moves on by itself after a swipe, until it rests or is touched', () => {
    const { queue, renderer, clock, drawFrame, onPoint, fake } = setUp({ candles: candles(300) })
    drawFrame()
    renderer.fling(1)
    let frames = 0
    for (; queue.length > 0 && frames < 500; frames++) {
      clock.ms += 16
      drawFrame()
    }
    expect(frames).toBeGreaterThan(20)
    expect(frames).toBeLessThan(500)
    renderer.setCrosshair({ x: 293, y: 100 })
    // Some 320 px of way are 40 bars of 8 px.
    const seen = (onPoint.mock.calls[0][0].candle.openAt - START) / MINUTE
    expect(Math.abs(seen - (300 - 39))).toBeLessThanOrEqual(1)
    renderer.fling(1)
    drawFrame()
    renderer.hold()
    drawFrame()
    expect(queue).toHaveLength(0)
    expect(fake.calls.length).toBeGreaterThan(0)
  })
})

describe('the keyboard', () => {
  it('reads bar by bar from the newest on, and brings into sight what it reads', () => {
    const { renderer, onPoint } = setUp({ candles: candles(300) })
    const openedAt = () => (onPoint.mock.lastCall?.[0].candle.openAt - START) / MINUTE
    renderer.stepCrosshair(-1)
    expect(openedAt()).toBe(299)
    renderer.stepCrosshair(-1)
    expect(openedAt()).toBe(298)
    renderer.stepCrosshair(1)
    renderer.stepCrosshair(1)
    expect(openedAt()).toBe(299)
    renderer.stepCrosshair(-200)
    expect(openedAt()).toBe(99)
    expect(renderer.inSight()).toContainEqual(candles(300)[99])
    renderer.setCrosshair(undefined)
    expect(onPoint.mock.lastCall).toEqual([undefined])
    renderer.goTo('oldest')
    expect(renderer.inSight()[0]).toEqual(candles(300)[0])
    renderer.goTo('latest')
    expect(renderer.inSight().at(-1)).toEqual(candles(300)[299])
  })
})

test('rising candles are hollow if the user wants that, and falling ones never', () => {
  const insides = (hollow: boolean) => {
    const { fake, drawFrame } = setUp({ hollow })
    drawFrame()
    let fill = ''
    let count = 0
    for (const [name, ...args] of fake.calls) {
      if (name === 'fillStyle') fill = String(args[0])
      if (name === 'fillRect' && fill === COLORS.background) count += 1
    }
    return count
  }
  // One is the background of the picture; half of the candles rise.
  expect(insides(false)).toBe(1)
  expect(insides(true)).toBeGreaterThan(5)
})
