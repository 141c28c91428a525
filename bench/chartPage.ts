import type { ChartRun } from './chart'
import { DRIVERS } from './chartDrivers'

/**
 * The part of the chart's bench that runs in the browser: pans through the whole series, one step per frame. Returns
 * the time between frames (ms); each leaves a mark in the trace.
 */
async function panThrough({ driver, stepPx, ...options }: ChartRun): Promise<number[]> {
  const container = document.createElement('div')
  document.body.append(container)
  const chart = DRIVERS[driver]?.({ ...options, container })
  if (!chart) throw new Error(`No chart is called ${driver}`)
  // The first pictures and the compiler's warm-up are not what is measured.
  for (let i = 0; i < 30; i++) {
    chart.panBy(i % 2 === 0 ? stepPx : -stepPx)
    await nextFrame()
  }
  const first = options.candles[0]?.openAt ?? 0
  const intervals: number[] = []
  let before = await nextFrame()
  const most = Math.ceil((options.candles.length * options.barWidth) / stepPx)
  while (intervals.length < most) {
    chart.panBy(stepPx)
    const at = await nextFrame()
    performance.mark('frame')
    intervals.push(at - before)
    before = at
  }
  const reached = (chart.leftEdge() - first) / 60_000
  chart.dispose()
  container.remove()
  if (reached > options.candles.length / 20) throw new Error(`${driver} panned only to candle ${reached}`)
  return intervals
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}

Object.assign(window, { panThrough })
