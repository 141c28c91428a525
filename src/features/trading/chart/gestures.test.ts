import { createGestures } from './gestures'

function setUp() {
  const target = { panBy: jest.fn(), fling: jest.fn(), hold: jest.fn(), zoomBy: jest.fn(), setCrosshair: jest.fn() }
  return { ...target, gestures: createGestures(target) }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

describe('one finger', () => {
  it('pans by what it moved, once it has really moved', () => {
    const { gestures, panBy } = setUp()
    gestures.down(1, 100, 100)
    gestures.move(1, 103, 102)
    expect(panBy).not.toHaveBeenCalled()
    gestures.move(1, 110, 100)
    gestures.move(1, 130, 140)
    gestures.up(1)
    gestures.move(1, 200, 100)
    expect(panBy.mock.calls).toEqual([[10], [20]])
  })

  it('shows the crosshair when it is held, moves it, and leaves it until a tap', () => {
    const { gestures, panBy, setCrosshair } = setUp()
    gestures.down(1, 100, 100)
    expect(gestures.isHolding()).toBe(false)
    jest.advanceTimersByTime(300)
    expect(setCrosshair).toHaveBeenLastCalledWith({ x: 100, y: 100 })
    expect(gestures.isHolding()).toBe(true)
    gestures.move(1, 150, 90)
    expect(setCrosshair).toHaveBeenLastCalledWith({ x: 150, y: 90 })
    gestures.up(1)
    expect(setCrosshair).toHaveBeenLastCalledWith({ x: 150, y: 90 })
    gestures.down(2, 10, 10)
    gestures.up(2)
    expect(setCrosshair).toHaveBeenLastCalledWith(undefined)
    jest.advanceTimersByTime(1000)
    expect(setCrosshair).toHaveBeenCalledTimes(3)
    expect(panBy).not.toHaveBeenCalled()
  })

  it('stops where the system takes it away', () => {
    const { gestures, panBy, setCrosshair } = setUp()
    gestures.down(1, 100, 100)
    gestures.cancel()
    jest.advanceTimersByTime(1000)
    gestures.move(1, 200, 100)
    expect(setCrosshair).not.toHaveBeenCalled()
    expect(panBy).not.toHaveBeenCalled()
  })
})

describe('a swipe', () => {
  function swipe(steps: readonly number[], restMs = 0) {
    const all = setUp()
    let x = 100
    all.gestures.down(1, x, 100)
    for (const step of steps) {
      jest.advanceTimersByTime(16)
      x += step
      all.gestures.move(1, x, 100)
    }
    jest.advanceTimersByTime(restMs)
    all.gestures.up(1)
    return all
  }

  it('lets the picture glide at the speed of its last moments', () => {
    const { fling } = swipe([10, 10, 10, 16, 16, 16, 16, 16, 16, 16])
    expect(fling).toHaveBeenCalledTimes(1)
    expect(fling.mock.calls[0][0]).toBeCloseTo(1, 1)
    expect(swipe([-16, -16, -16, -16]).fling.mock.calls[0][0]).toBeCloseTo(-1, 1)
  })

  it('does not where the finger rested, hardly moved, or only tapped', () => {
    expect(swipe([20, 20, 20], 200).fling).not.toHaveBeenCalled()
    expect(swipe([7, 1, 1, 1, 1, 1, 1, 1, 1, 1]).fling).not.toHaveBeenCalled()
    expect(swipe([]).fling).not.toHaveBeenCalled()
  })

  it('is caught by the next touch', () => {
    const { gestures, hold } = swipe([16, 16, 16])
    expect(hold).toHaveBeenCalledTimes(1)
    gestures.down(2, 50, 50)
    expect(hold).toHaveBeenCalledTimes(2)
  })
})

describe('two fingers', () => {
  it('zoom around their middle and pan with it', () => {
    const { gestures, panBy, zoomBy, setCrosshair } = setUp()
    gestures.down(1, 100, 100)
    gestures.down(2, 200, 100)
    expect(gestures.isHolding()).toBe(true)
    gestures.move(2, 300, 100)
    expect(zoomBy).toHaveBeenCalledWith(2, 150)
    expect(panBy).toHaveBeenCalledWith(50)
    jest.advanceTimersByTime(1000)
    expect(setCrosshair).not.toHaveBeenCalledWith(expect.objectContaining({ x: expect.anything() }))
  })

  it('hand over to the one that stays, without a jump', () => {
    const { gestures, panBy } = setUp()
    gestures.down(1, 100, 100)
    gestures.down(2, 200, 100)
    gestures.up(1)
    gestures.move(2, 205, 100)
    expect(panBy.mock.calls).toEqual([[5]])
  })

  it('do not tear the picture when they meet', () => {
    const { gestures, zoomBy } = setUp()
    gestures.down(1, 100, 100)
    gestures.down(2, 100, 100)
    gestures.move(2, 101, 100)
    for (const [factor] of zoomBy.mock.calls) expect(factor).toBe(1)
  })
})

describe('a mouse', () => {
  it('shows the crosshair while it hovers, not while it drags', () => {
    const { gestures, panBy, setCrosshair } = setUp()
    gestures.hover(50, 60)
    expect(setCrosshair).toHaveBeenLastCalledWith({ x: 50, y: 60 })
    gestures.down(1, 50, 60)
    gestures.move(1, 80, 60)
    gestures.hover(80, 60)
    expect(setCrosshair).toHaveBeenLastCalledWith(undefined)
    expect(panBy).toHaveBeenCalledWith(30)
    gestures.up(1)
    gestures.hover(80, 60)
    gestures.leave()
    expect(setCrosshair).toHaveBeenLastCalledWith(undefined)
  })

  it('zooms and pans by the wheel', () => {
    const { gestures, panBy, zoomBy } = setUp()
    gestures.wheel(0, -100, 40)
    expect(zoomBy.mock.calls[0][0]).toBeCloseTo(1.22, 2)
    expect(zoomBy.mock.calls[0][1]).toBe(40)
    gestures.wheel(0, 1e9, 40)
    expect(zoomBy.mock.calls[1][0]).toBeGreaterThan(0.6)
    gestures.wheel(30, 5, 40)
    expect(panBy).toHaveBeenCalledWith(-30)
    gestures.wheel(0, 0, 40)
    expect(zoomBy).toHaveBeenCalledTimes(2)
  })
})

it('ends its timers when it is disposed', () => {
  const { gestures, setCrosshair } = setUp()
  gestures.down(1, 100, 100)
  gestures.dispose()
  jest.advanceTimersByTime(1000)
  expect(setCrosshair).not.toHaveBeenCalled()
})
