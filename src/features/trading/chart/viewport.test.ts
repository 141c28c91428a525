import fc from 'fast-check'
import {
  BAR_WIDTH_MAX,
  BAR_WIDTH_MIN,
  createViewport,
  followsLatest,
  indexAt,
  latest,
  pan,
  resize,
  reveal,
  type Viewport,
  visibleRange,
  withCount,
  xOf,
  zoom,
} from './viewport'

const moves = fc.array(
  fc.oneof(
    fc.tuple(fc.constant('pan' as const), fc.integer({ min: -5000, max: 5000 }), fc.constant(0)),
    fc.tuple(
      fc.constant('zoom' as const),
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      fc.integer({ min: 0, max: 358 }),
    ),
    fc.tuple(fc.constant('grow' as const), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 300 })),
    fc.tuple(fc.constant('resize' as const), fc.integer({ min: 100, max: 900 }), fc.constant(0)),
  ),
  { maxLength: 30 },
)

function apply(viewport: Viewport, [kind, a, b]: [string, number, number]): Viewport {
  if (kind === 'pan') return pan(viewport, a)
  if (kind === 'zoom') return zoom(viewport, a, b)
  if (kind === 'resize') return resize(viewport, a, 60)
  return withCount(viewport, viewport.count + a + b, a)
}

describe('the viewport', () => {
  it('starts at the newest bars, with room on the right', () => {
    const viewport = createViewport(300, 358, 60)
    expect(xOf(viewport, 299)).toBeCloseTo(358 - 60 - 4)
    expect(visibleRange(viewport)).toEqual({ from: 262, to: 300 })
    expect(followsLatest(viewport)).toBe(true)
  })

  it('keeps bars in sight whatever is done to it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), moves, (count, steps) => {
        const viewport = steps.reduce<Viewport>(apply, createViewport(count, 358, 60))
        const { from, to } = visibleRange(viewport)
        expect(viewport.barWidth).toBeGreaterThanOrEqual(BAR_WIDTH_MIN)
        expect(viewport.barWidth).toBeLessThanOrEqual(BAR_WIDTH_MAX)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThanOrEqual(viewport.count)
        if (viewport.count > 0) expect(to).toBeGreaterThan(from)
      }),
    )
  })

  it('finds the bar under a finger', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), moves, (count, steps) => {
        const viewport = steps.reduce<Viewport>(apply, createViewport(count, 358, 60))
        const { from, to } = visibleRange(viewport)
        for (const index of [from, to - 1]) expect(indexAt(viewport, xOf(viewport, index))).toBe(index)
      }),
    )
    expect(indexAt(createViewport(0, 358, 60), 10)).toBe(-1)
    expect(indexAt(createViewport(10, 358, 60), -999)).toBe(0)
    expect(indexAt(createViewport(10, 358, 60), 9999)).toBe(9)
  })

  it('zooms around the fingers', () => {
    const past = pan(createViewport(2000, 358, 60), 4000)
    const index = indexAt(past, 100)
    const x = xOf(past, index)
    expect(xOf(zoom(past, 1.7, x), index)).toBeCloseTo(x)
    expect(xOf(zoom(past, 0.5, x), index)).toBeCloseTo(x)
    expect(zoom(past, Number.NaN, 1)).toBe(past)
    expect(zoom(past, 0, 1)).toBe(past)
  })

  it('stays on the newest bar while zooming there', () => {
    const viewport = zoom(createViewport(300, 358, 60), 2, 20)
    expect(xOf(viewport, 299) + viewport.barWidth / 2).toBeCloseTo(358 - 60)
  })

  it('follows new bars only from the newest one', () => {
    const now = createViewport(300, 358, 60)
    expect(xOf(withCount(now, 301, 1), 300)).toBeCloseTo(xOf(now, 299))
    const past = pan(now, 800)
    expect(xOf(withCount(past, 301, 1), 200)).toBeCloseTo(xOf(past, 200))
    expect(latest(past)).toEqual(now)
  })

  it('does not move when older bars arrive in front', () => {
    const past = pan(createViewport(300, 358, 60), 800)
    expect(xOf(withCount(past, 600, 0), 500)).toBeCloseTo(xOf(past, 200))
  })

  it('stops at both ends', () => {
    const viewport = createViewport(100, 358, 60)
    expect(pan(viewport, -500)).toEqual(viewport)
    const first = pan(viewport, 1e9)
    expect(visibleRange(first)).toEqual({ from: 0, to: 8 })
    expect(pan(first, 1)).toEqual(first)
  })

  it('moves no further than it must to show a bar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 2000 }), moves, fc.nat(), (count, steps, at) => {
        const viewport = steps.reduce<Viewport>(apply, createViewport(count, 358, 60))
        const index = at % viewport.count
        const half = viewport.barWidth / 2
        const shown = reveal(viewport, index)
        expect(xOf(shown, index) - half).toBeGreaterThanOrEqual(-1e-6)
        expect(xOf(shown, index) + half).toBeLessThanOrEqual(viewport.width + 1e-6)
        const before = xOf(viewport, index)
        if (before - half >= 0 && before + half <= viewport.width) expect(shown).toBe(viewport)
      }),
    )
  })
})
