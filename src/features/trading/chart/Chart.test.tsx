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
  const fixed = {
    mode: 'candles' as const,
    hollow: false,
    decimals: 1,
    interval: '1m' as const,
    colors: COLORS,
    texts: TEXTS,
    overlays: [],
    pane: 'volume' as const,
    keysLabel: 'Keys',
    latestLabel: 'Latest',
    serverNow: () => Date.now(),
    live: true,
    height: 320,
  }
  return (
    <Chart
      {...fixed}
      candles={candles(60)}
      describe={(inSight) => `Gold, ${inSight.length} candles, last ${inSight.at(-1)?.close}`}
      describePoint={({ candle }) => `at ${candle.openAt / 60_000}: ${candle.close}`}
      {...over}
    />
  )
}

const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)))
/** Waits until the canvas is open and one frame is drawn. */
const settle = () => pass(50)

function openWith(fake: ReturnType<typeof createFakeContext>) {
  mockOpenCanvas.mockImplementation((id: string) => {
    Object.defineProperty(fake.context, 'canvas', { value: document.getElementById(id), configurable: true })
    return Promise.resolve({ context: fake.context, width: 358, height: 320, ratio: 2 })
  })
}

/** Over a canvas that is open, once one frame is drawn. */
async function draw(over: Partial<ChartProps> = {}) {
  const fake = createFakeContext()
  openWith(fake)
  const view = render(chart(over))
  await settle()
  return { fake, ...view }
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
    expect(screen.getByRole('img', { name: 'Gold, 60 candles, last 159.0' })).toBeTruthy()
  })

  it('tells the summary anew every few seconds, of what is in sight, and not at each tick', async () => {
    const { rerender } = await draw()
    await pass(1_000)
    expect(screen.getByRole('img', { name: 'Gold, 38 candles, last 159.0' })).toBeTruthy()
    for (let i = 0; i < 30; i++) {
      rerender(chart({ candles: candles(60, 101 + i) }))
      await pass(100)
    }
    expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/last 159.0$/)
    await pass(1_500)
    expect(screen.getByRole('img', { name: 'Gold, 38 candles, last 189.0' })).toBeTruthy()
  })

  it('is another summary at once where it shows something else', async () => {
    const { rerender } = await draw()
    rerender(chart({ interval: '5m', candles: candles(30) }))
    expect(screen.getByRole('img', { name: 'Gold, 30 candles, last 129.0' })).toBeTruthy()
  })

  it('reads out the bar of the crosshair once it rests, also by the arrow keys', async () => {
    await draw()
    const keys = screen.getByRole('group', { name: 'Keys' })
    fireEvent.keyDown(keys, { key: 'ArrowLeft' })
    fireEvent.keyDown(keys, { key: 'ArrowLeft' })
    expect(screen.getByRole('status')).toHaveTextContent('')
    await pass(450)
    expect(screen.getByRole('status')).toHaveTextContent('at 58: 158.0')
    expect(fireEvent.keyDown(keys, { key: 'Tab' })).toBe(true)
    expect(fireEvent.keyDown(keys, { key: 'Escape' })).toBe(false)
    await pass(450)
    expect(screen.getByRole('status')).toHaveTextContent('')
  })

  it('draws again each second of the server while its page is seen', async () => {
    jest.setSystemTime(60 * 60_000 - 30_400)
    const { fake, rerender } = await draw()
    expect(fake.texts()).toContain('0:31')
    fake.clear()
    await pass(2_000)
    expect(fake.texts()).toEqual(expect.arrayContaining(['0:30', '0:29']))
    rerender(chart({ live: false }))
    await settle()
    fake.clear()
    await pass(5_000)
    expect(fake.calls).toEqual([])
  })

  it('waits for a canvas that has no size yet', async () => {
    const fake = createFakeContext()
    mockOpenCanvas.mockResolvedValueOnce(undefined).mockResolvedValueOnce(undefined)
    render(chart())
    openWith(fake)
    mockOpenCanvas.mockResolvedValueOnce(undefined)
    await settle()
    await pass(500)
    expect(fake.texts()).toContain('159.0')
  })

  it('follows the pointer with the crosshair', async () => {
    const { fake } = await draw()
    fake.clear()
    const move = new MouseEvent('pointermove', { clientX: 120, clientY: 80, bubbles: true })
    fireEvent(screen.getByRole('img'), Object.assign(move, { pointerType: 'mouse', pointerId: 1 }))
    await settle()
    expect(fake.texts()).toEqual(expect.arrayContaining(['O', 'H', 'L', 'C', 'V']))
  })

  it('leads back to the newest bar once one has panned away from it', async () => {
    await draw()
    const keys = screen.getByRole('group', { name: 'Keys' })
    expect(screen.queryByRole('button', { name: 'Latest' })).toBeNull()
    fireEvent.keyDown(keys, { key: 'Home' })
    fireEvent.click(screen.getByRole('button', { name: 'Latest' }))
    expect(screen.queryByRole('button', { name: 'Latest' })).toBeNull()
    await pass(5_000)
    expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/last 159.0$/)
  })

  it('asks for older candles when the series is short', async () => {
    const handleNeedOlder = jest.fn()
    await draw({ onNeedOlder: handleNeedOlder })
    expect(handleNeedOlder).toHaveBeenCalledTimes(1)
  })

  it('draws nothing after it is gone', async () => {
    const { fake, unmount } = await draw()
    unmount()
    fake.clear()
    window.dispatchEvent(new Event('resize'))
    await settle()
    expect(fake.calls).toEqual([])
  })
})
