import { act, fireEvent, render, screen } from '@testing-library/react'
import type { Candle } from '../../../../contract/market'
import { createFakeContext } from '../../../components/chart/fakeContext'
import { Chart } from './Chart'
import { chartColors } from './colors'
import type { ChartProps } from './types'

const mockOpenCanvas = jest.fn()
jest.mock('../../../platform/canvas', () => ({ openCanvas: (id: string) => mockOpenCanvas(id) }))

const candles = (count: number, price = 100): Candle[] =>
  Array.from({ length: count }, (_, i) => {
    const close = (price + i).toFixed(1)
    return { openAt: i * 60_000, open: close, high: close, low: close, close, volume: '1' }
  })

const COLORS = chartColors('light', 'red')
const TEXTS = { open: 'O', high: 'H', low: 'L', close: 'C', volume: 'V' }

function chart(over: Partial<ChartProps> = {}) {
  const fixed = { mode: 'candles' as const, decimals: 1, interval: '1m' as const, colors: COLORS, texts: TEXTS }
  return <Chart {...fixed} candles={candles(60)} label="Gold, last 159.0" {...over} />
}

/** Lets the canvas open, and one frame be drawn. */
const settle = () => act(async () => void (await jest.advanceTimersByTimeAsync(50)))

function openWith(fake: ReturnType<typeof createFakeContext>) {
  mockOpenCanvas.mockImplementation((id: string) => {
    Object.defineProperty(fake.context, 'canvas', { value: document.getElementById(id), configurable: true })
    return Promise.resolve({ context: fake.context, width: 358, height: 320, ratio: 2 })
  })
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  mockOpenCanvas.mockReset()
})

describe('Chart', () => {
  it('is an image with a summary for a screen reader', () => {
    mockOpenCanvas.mockResolvedValue(undefined)
    render(chart())
    expect(screen.getByRole('img', { name: 'Gold, last 159.0' })).toBeTruthy()
  })

  it('draws its candles, and again when a price comes in', async () => {
    const fake = createFakeContext()
    openWith(fake)
    const { rerender } = render(chart())
    await settle()
    expect(fake.texts()).toContain('159.0')
    fake.clear()
    rerender(chart({ lastPrice: '160.5' }))
    await settle()
    expect(fake.texts()).toContain('160.5')
  })

  it('waits for a canvas that has no size yet', async () => {
    const fake = createFakeContext()
    mockOpenCanvas.mockResolvedValueOnce(undefined).mockResolvedValueOnce(undefined)
    render(chart())
    openWith(fake)
    mockOpenCanvas.mockResolvedValueOnce(undefined)
    await settle()
    await act(async () => void (await jest.advanceTimersByTimeAsync(500)))
    expect(fake.texts()).toContain('159.0')
  })

  it('follows the pointer with the crosshair', async () => {
    const fake = createFakeContext()
    openWith(fake)
    render(chart())
    await settle()
    fake.clear()
    const move = new MouseEvent('pointermove', { clientX: 120, clientY: 80, bubbles: true })
    fireEvent(screen.getByRole('img'), Object.assign(move, { pointerType: 'mouse', pointerId: 1 }))
    await settle()
    expect(fake.texts()).toEqual(expect.arrayContaining(['O', 'H', 'L', 'C', 'V']))
  })

  it('asks for older candles when the series is short', async () => {
    openWith(createFakeContext())
    const handleNeedOlder = jest.fn()
    render(chart({ onNeedOlder: handleNeedOlder }))
    await settle()
    expect(handleNeedOlder).toHaveBeenCalledTimes(1)
  })

  it('draws nothing after it is gone', async () => {
    const fake = createFakeContext()
    openWith(fake)
    const { unmount } = render(chart())
    await settle()
    unmount()
    fake.clear()
    window.dispatchEvent(new Event('resize'))
    await settle()
    expect(fake.calls).toEqual([])
  })
})
