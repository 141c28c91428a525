import type { ChartFrame, ChartRun } from './chart'
import { DRIVERS } from './chartDrivers'

/** The part of the chart's bench that runs in the browser: pans through the whole series, one step a frame. */
async function panThrough({ driver, stepPx, ...options }: ChartRun): Promise<ChartFrame[]> {
  const container = document.createElement('div')
  document.body.append(container)
  const chart = DRIVERS[driver]?.({ ...options, container })
  if (!chart) throw new Error(`No chart is called ${driver}`)
  // The first pictures and the compiler's warm-up are not what is measured.
  for (let i = 0; i < 30; i++) {
    chart.panBy(i % 2 === 0 ? stepPx : -stepPx)
    await frame()
  }
  const first = options.candles[0]?.openAt ?? 0
  const frames: ChartFrame[] = []
  let before = (await frame()).at
  const most = Math.ceil((options.candles.length * options.barWidth) / stepPx)
  while (frames.length < most) {
    chart.panBy(stepPx)
    const { at, workMs } = await frame()
    frames.push({ workMs, intervalMs: at - before })
    before = at
  }
  const reached = (chart.leftEdge() - first) / 60_000
  chart.dispose()
  container.remove()
  if (reached > options.candles.length / 20) throw new Error(`${driver} panned only to candle ${reached}`)
  return frames
}

/** Waits for a frame; its time on the main thread is from its begin until the page has painted and takes messages. */
function frame(): Promise<{ at: number; workMs: number }> {
  return new Promise((resolve) => {
    requestAnimationFrame((at) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        resolve({ at, workMs: performance.now() - at })
      }
      port2.postMessage(0)
    })
  })
}

Object.assign(window, { panThrough })
