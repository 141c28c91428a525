import type { Candle } from '../../../../contract/market'
import { createFakeContext } from '../../../components/chart/fakeContext'
import { createFormat } from '../../../i18n/format'
import { chartColors } from './colors'
import type { ChartContent } from './draw'
import { createRenderer } from './renderer'

export const MINUTE = 60_000
export const START = Date.UTC(2026, 10, 20, 13)
/** A hundred candles end here. */
export const END = START + 100 * MINUTE
export const COLORS = chartColors('light', 'green')

/** For tests: a wave of candles, one a minute. */
export const candles = (count: number, from = START): Candle[] =>
  Array.from({ length: count }, (_, i) => {
    const open = 68_000 + Math.round(300 * Math.sin((from / MINUTE + i) / 9))
    const close = open + (i % 2 === 0 ? 20 : -20)
    const prices = { open: `${open}.0`, high: `${open + 40}.0`, low: `${open - 40}.0`, close: `${close}.5` }
    return { openAt: from + i * MINUTE, ...prices, volume: `${10 + i}` }
  })

export const content = (over: Partial<ChartContent> = {}): ChartContent => ({
  candles: candles(100),
  mode: 'candles',
  hollow: false,
  decimals: 1,
  interval: '1m',
  texts: { open: 'O', high: 'H', low: 'L', close: 'C', volume: 'V' },
  lastPrice: undefined,
  colors: COLORS,
  orders: [],
  alerts: [],
  overlays: [],
  pane: 'volume',
  serverNow: () => END,
  zone: 'utc',
  format: createFormat('en-US'),
  ...over,
})

/** A renderer whose frames are drawn by hand, on a context that records. */
export function setUp(over: Partial<ChartContent> = {}, ratio = 2) {
  const fake = createFakeContext()
  const queue: (() => void)[] = []
  const needOlder = jest.fn()
  const onPoint = jest.fn()
  const onAway = jest.fn()
  const clock = { ms: 0 }
  const renderer = createRenderer({
    surface: { context: fake.context, width: 358, height: 320, ratio },
    content: content(over),
    onNeedOlder: needOlder,
    onPoint,
    onAway,
    now: () => clock.ms,
    requestFrame: (draw) => queue.push(draw),
    cancelFrame: (handle) => {
      queue[handle - 1] = () => undefined
    },
  })
  const drawFrame = () => {
    fake.clear()
    for (const draw of queue.splice(0)) draw()
  }
  return { fake, queue, needOlder, onPoint, onAway, clock, renderer, drawFrame }
}

/** Rectangles that were filled with `color`. */
export function rects(calls: readonly unknown[][], color: string): number[][] {
  let fill = ''
  const found: number[][] = []
  for (const [name, ...args] of calls) {
    if (name === 'fillStyle') fill = String(args[0])
    if (name === 'fillRect' && fill === color) found.push(args as number[])
  }
  return found
}
