import { chartColors } from '../src/features/trading/chart/colors'
import { createRenderer } from '../src/features/trading/chart/renderer'
import { createFormat } from '../src/i18n/format'
import type { ChartRun } from './chart'

/** The part of the chart's bench that runs in the browser: pans through the whole series, one step a frame. */
async function panThrough({ candles, barWidth, width, height, stepPx }: ChartRun): Promise<number[]> {
  const canvas = document.createElement('canvas')
  const ratio = window.devicePixelRatio
  canvas.width = width * ratio
  canvas.height = height * ratio
  canvas.style.width = `${width}px`
  document.body.append(canvas)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No 2D context')
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const renderer = createRenderer({
    surface: { context, width, height, ratio },
    content: {
      candles,
      mode: 'candles',
      decimals: 2,
      interval: '1m',
      texts: { open: 'O', high: 'H', low: 'L', close: 'C', volume: 'V' },
      lastPrice: undefined,
      colors: chartColors('light', 'green'),
      orders: [],
      overlays: ['ma'],
      pane: 'volume',
      serverNow: Date.now,
      zone: 'utc',
      format: createFormat('en-US'),
    },
    onNeedOlder: () => undefined,
    onPoint: () => undefined,
  })
  renderer.zoomBy(barWidth / 8, width)
  renderer.setCrosshair({ x: width / 2, y: height / 2 })
  const frames = Math.ceil((candles.length * barWidth) / stepPx)
  const intervals: number[] = []
  let before = await nextFrame()
  for (let i = 0; i < frames; i++) {
    renderer.panBy(stepPx)
    const now = await nextFrame()
    intervals.push(now - before)
    before = now
  }
  renderer.dispose()
  canvas.remove()
  return intervals
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())))
}

Object.assign(window, { panThrough })
