import { macd } from '../../../domain/indicators/macd'
import { seriesOf } from './series'
import { studiesOf } from './studies'
import { COLORS, candles, content, rects, setUp } from './testChart'

describe('over the prices', () => {
  it('draws each line in its colour and names it with its newest value', () => {
    const { fake, drawFrame } = setUp({ overlays: ['ma', 'ema'] })
    drawFrame()
    for (const color of COLORS.lines.slice(0, 4)) expect(fake.calls).toContainEqual(['strokeStyle', color])
    const names = fake.texts().filter((text) => /^E?MA/.test(text))
    expect(names.map((text) => text.split(' ')[0])).toEqual(['MA7', 'MA25', 'EMA12', 'EMA26'])
    for (const text of names) expect(text).toMatch(/^E?MA\d+ 6\d,\d{3}\.\d$/)
  })

  it.each([1, 2, 3])('draws lines of close bars from lines of one device pixel, at a ratio of %p', (ratio) => {
    const { fake, renderer, drawFrame } = setUp({ overlays: ['ma'], candles: candles(300) }, ratio)
    const strokes = () => fake.calls.filter(([name]) => name === 'stroke').length
    drawFrame()
    expect(strokes()).toBe(2)
    renderer.zoomBy(0.2)
    drawFrame()
    expect(strokes()).toBe(2 * Math.round(1.2 * ratio))
    expect(fake.calls).toContainEqual(['lineWidth', 1 / ratio])
  })

  it('names no line that has not begun', () => {
    const { fake, drawFrame } = setUp({ overlays: ['ma'], candles: candles(10) })
    drawFrame()
    expect(fake.texts().filter((text) => text.startsWith('MA'))).toEqual([expect.stringMatching(/^MA7 /)])
  })

  it('tints what lies between the bands, and keeps them in sight', () => {
    const { fake, drawFrame } = setUp({ overlays: ['boll'] })
    drawFrame()
    expect(fake.calls).toContainEqual(['globalAlpha', 0.07])
    const names = fake.texts().filter((text) => /^(BOLL|UP|DN) /.test(text))
    const [middle = 0, upper = 0, lower = 0] = names.map((text) => Number(text.split(' ')[1]?.replace(',', '')))
    expect(upper).toBeGreaterThan(middle)
    expect(middle).toBeGreaterThan(lower)
    const heights = fake.calls.filter(([name]) => name === 'lineTo').map(([, , y]) => Number(y))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...heights)).toBeLessThanOrEqual(320)
  })
})

describe('under the prices', () => {
  it('stands the MACD with its histogram in the colours of up and down', () => {
    const { fake, renderer, drawFrame } = setUp({ pane: 'macd' })
    drawFrame()
    expect(fake.texts()).toEqual(expect.arrayContaining(['MACD 12, 26, 9']))
    expect(fake.texts().map((text) => text.split(' ')[0])).toEqual(expect.arrayContaining(['DIF', 'DEA', 'MACD']))
    const closes = candles(100).map(({ close }) => Number(close))
    const { histogram } = macd(closes, 12, 26, 9)
    const inSight = histogram.slice(-renderer.inSight().length)
    const bodies = rects(fake.calls, COLORS.up).length + rects(fake.calls, COLORS.down).length
    // Each candle in sight is a body, a wick and a bar of the histogram.
    expect(bodies).toBe(3 * inSight.length)
    expect(inSight.some((value) => value > 0) && inSight.some((value) => value < 0)).toBe(true)
  })

  it.each([
    ['kdj', ['K', 'D', 'J'], ['20', '80']],
    ['rsi', ['RSI14'], ['30', '70']],
  ] as const)('stands the %s with its lines and levels, instead of the volume', (pane, names, levels) => {
    const { fake, drawFrame } = setUp({ pane })
    drawFrame()
    const texts = fake.texts()
    for (const name of names) expect(texts).toContainEqual(expect.stringMatching(new RegExp(`^${name} -?\u2212?\\d`)))
    expect(texts).toEqual(expect.arrayContaining([...levels]))
    expect(fake.calls).not.toContainEqual(['globalAlpha', 0.28])
  })

  it('is read by the crosshair too', () => {
    const { renderer, onPoint, drawFrame } = setUp({ overlays: ['ma'], pane: 'rsi' })
    drawFrame()
    renderer.setCrosshair({ x: 100, y: 100 })
    expect(onPoint).toHaveBeenCalledTimes(1)
    const { figures } = onPoint.mock.calls[0][0]
    expect(figures.map(({ label }: { label: string }) => label)).toEqual(['MA7', 'MA25', 'RSI14'])
    renderer.setCrosshair({ x: 101, y: 120 })
    expect(onPoint).toHaveBeenCalledTimes(1)
    renderer.setCrosshair({ x: 140, y: 120 })
    expect(onPoint).toHaveBeenCalledTimes(2)
  })
})

describe('a tick', () => {
  it('costs one bar: all others, and all values before it, are as they were', () => {
    const first = seriesOf(candles(300))
    const [kept, last] = [first.bars.map(({ candle }) => candle).slice(0, -1), first.bars.at(-1)?.candle]
    if (!last) throw new Error('no candle')
    const ticked = [...kept, { ...last, close: '68999.0' }]
    const next = seriesOf(ticked, first)
    expect(next.changedFrom).toBe(299)
    expect(next.bars.slice(0, -1).every((bar, i) => bar === first.bars[i])).toBe(true)
    expect(next).toEqual({ ...seriesOf(ticked), changedFrom: 299 })
    const all = ['ma', 'ema', 'boll'] as const
    const known = studiesOf(first, all, 'macd')
    expect(studiesOf(next, all, 'macd', known, next.changedFrom)).toEqual(studiesOf(next, all, 'macd'))
  })

  it('is right as well where older candles came in front, or another indicator was chosen', () => {
    const first = seriesOf(candles(60).slice(30))
    const whole = seriesOf(candles(60), first)
    expect(whole.changedFrom).toBe(0)
    expect(whole.lines).toEqual(seriesOf(candles(60)).lines)
    const known = studiesOf(first, ['ma'], 'volume')
    expect(studiesOf(whole, ['ema'], 'kdj', known, 60)).toEqual(studiesOf(whole, ['ema'], 'kdj'))
  })

  it('shows in the picture', () => {
    const { fake, renderer, drawFrame } = setUp({ overlays: ['ma'] })
    drawFrame()
    const before = fake.texts().find((text) => text.startsWith('MA7'))
    const all = candles(100)
    const last = all[99]
    if (!last) throw new Error('no candle')
    renderer.setContent(content({ overlays: ['ma'], candles: [...all.slice(0, -1), { ...last, close: '68900.0' }] }))
    drawFrame()
    expect(fake.texts().find((text) => text.startsWith('MA7'))).not.toBe(before)
  })
})
