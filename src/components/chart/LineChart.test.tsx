import { act, fireEvent, render, screen } from '@testing-library/react'
import { CHART_COLORS } from './colors'
import { createFakeContext } from './fakeContext'
import { LineChart } from './LineChart'
import type { LinePoint } from './lineRenderer'

const mockOpenCanvas = jest.fn()
jest.mock('../../platform/canvas', () => ({ openCanvas: (id: string) => mockOpenCanvas(id) }))

const WIDTH = 310
const points = (values: number[]): LinePoint[] =>
  values.map((value, i) => ({ label: `11-0${i + 1}`, value, text: value.toFixed(4) }))
const WEEK = points([0.6, 0.61, 0.605, 0.62, 0.618, 0.63, 0.6329])
const axisText = (value: number) => `axis ${value}`

function chart(over: Partial<Parameters<typeof LineChart>[0]> = {}) {
  const fixed = { colors: CHART_COLORS.light, step: 0.0001, axisText, label: 'Income, 7 days' }
  return <LineChart {...fixed} points={WEEK} {...over} />
}

const settle = () => act(async () => void (await jest.advanceTimersByTimeAsync(50)))

function openWith(fake: ReturnType<typeof createFakeContext>) {
  mockOpenCanvas.mockImplementation((id: string) => {
    Object.defineProperty(fake.context, 'canvas', { value: document.getElementById(id), configurable: true })
    return Promise.resolve({ context: fake.context, width: WIDTH, height: 168, ratio: 2 })
  })
}

/** Over a canvas that is open, once one frame is drawn. */
async function draw(over: Parameters<typeof chart>[0] = {}) {
  const fake = createFakeContext()
  openWith(fake)
  const view = render(chart(over))
  await settle()
  return { fake, ...view }
}

const canvasOf = () => {
  const canvas = screen.getByRole('slider').querySelector('canvas')
  if (!canvas) throw new Error('no canvas')
  return canvas
}
const pointer = (type: string, x: number, pointerType = 'touch') =>
  fireEvent(
    canvasOf(),
    Object.assign(new MouseEvent(type, { clientX: x, clientY: 60, bubbles: true }), { pointerType, pointerId: 1 }),
  )

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  mockOpenCanvas.mockReset()
})

/** A call of the canvas with a place. */
type Call = [string, number, number]

describe('LineChart', () => {
  it('says what it shows, and its last value, without being seen', () => {
    mockOpenCanvas.mockResolvedValue(undefined)
    render(chart())
    const slider = screen.getByRole('slider', { name: 'Income, 7 days' })
    expect(slider).toHaveAttribute('aria-valuetext', '11-07: 0.6329')
    expect(slider).toHaveAttribute('aria-valuemax', '7')
  })

  it('draws a fall from the height of its first point down to its last', async () => {
    const { fake } = await draw({ fall: { from: 1, to: 2, color: '#cf2436' } })
    const stroked = fake.calls.findIndex(([name, value]) => name === 'strokeStyle' && value === '#cf2436')
    const places = fake.calls
      .slice(0, stroked)
      .filter(([name]) => name === 'moveTo' || name === 'lineTo')
      .slice(-3)
    const [[, fromX, fromY], [, toX, levelY], [, endX, endY]] = places as unknown as [Call, Call, Call]
    expect([levelY, endX]).toEqual([fromY, toX])
    expect(Number(toX) > Number(fromX) && Number(endY) > Number(fromY)).toBe(true)
    const { fake: plain } = await draw()
    expect(plain.calls).not.toContainEqual(['strokeStyle', '#cf2436'])
  })

  it('draws an axis of round values and the first, middle and last label', async () => {
    const { fake } = await draw()
    const texts = fake.texts()
    expect(texts).toEqual(expect.arrayContaining(['11-01', '11-04', '11-07']))
    expect(texts.filter((text) => text.startsWith('axis')).length).toBeGreaterThanOrEqual(2)
    expect(texts.join()).not.toContain('0.6329')
    // Labels of values are right of the line, which runs straight from point to point.
    const ends = fake.calls.filter(([name]) => name === 'lineTo').map(([, x]) => Number(x))
    const labels = fake.calls.filter(([name, text]) => name === 'fillText' && String(text).startsWith('axis'))
    expect(Math.max(...ends)).toBeLessThan(WIDTH - 48)
    expect(new Set(labels.map(([, , x]) => x))).toEqual(new Set([WIDTH]))
    expect(fake.calls.some(([name]) => name === 'bezierCurveTo')).toBe(false)
  })

  it('writes a label of the axis once, and the middle one only where it has room', async () => {
    const labels = (texts: string[]) => texts.filter((text) => !text.startsWith('axis'))
    const { fake, rerender } = await draw({ points: WEEK.map((point) => ({ ...point, label: '11-26' })) })
    expect(labels(fake.texts())).toEqual(['11-26'])
    fake.calls.length = 0
    rerender(chart({ points: WEEK.map((point, i) => ({ ...point, label: `the ${i + 20}th of November` })) }))
    await settle()
    expect(labels(fake.texts())).toEqual(['the 20th of November', 'the 26th of November'])
  })

  it('keeps a baseline in the picture, with the tint between it and the line', async () => {
    const { fake } = await draw({ baseline: 0 })
    const heights = fake.calls.filter(([name]) => name === 'lineTo').map(([, , y]) => Number(y))
    // The area goes down to 0, which is the lowest value and the bottom of the picture.
    expect(Math.max(...heights)).toBe(168 - 20)
    expect(fake.texts()).toContain('axis 0')
  })

  it('reads the point under the finger until it lifts', async () => {
    const { fake } = await draw()
    pointer('pointerdown', 5 + (252 / 6) * 2 + 9)
    await settle()
    expect(fake.texts()).toContain('11-03  0.6050')
    expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', '11-03: 0.6050')
    pointer('pointermove', 4_000)
    await settle()
    expect(fake.texts()).toContain('11-07  0.6329')
    fake.clear()
    pointer('pointerup', 200)
    await settle()
    expect(fake.texts().some((text) => text.includes('  '))).toBe(false)
  })

  it('is read with the arrow keys, and left with Escape', async () => {
    const { fake } = await draw()
    const slider = screen.getByRole('slider')
    fireEvent.keyDown(slider, { key: 'ArrowLeft' })
    expect(slider).toHaveAttribute('aria-valuetext', '11-06: 0.6300')
    fireEvent.keyDown(slider, { key: 'Home' })
    await settle()
    expect(fake.texts()).toContain('11-01  0.6000')
    fireEvent.keyDown(slider, { key: 'ArrowLeft' })
    expect(slider).toHaveAttribute('aria-valuenow', '1')
    fake.clear()
    fireEvent.keyDown(slider, { key: 'Escape' })
    await settle()
    expect(slider).toHaveAttribute('aria-valuetext', '11-07: 0.6329')
    expect(fake.texts()).not.toContain('11-01  0.6000')
  })

  it('shows a single day as one dot', async () => {
    const { fake } = await draw({ points: points([0.5]) })
    expect(fake.calls.filter(([name]) => name === 'arc')).toHaveLength(1)
    expect(fake.texts()).toContain('11-01')
  })

  it('takes new points and the colours of the other theme', async () => {
    const { fake, rerender } = await draw()
    fake.clear()
    rerender(chart({ points: points([0.1, 0.2]), colors: CHART_COLORS.dark }))
    await settle()
    expect(fake.calls).toContainEqual(['fillStyle', CHART_COLORS.dark.brandTint])
    expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', '11-02: 0.2000')
  })
})
