import { join } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'puppeteer-core'
import type { Candle } from '../contract/market'
import { withPage } from './chromium'
import { candlesUntil } from './fakeMarket'

const CANDLES = 2000
const CPU_SLOWDOWN = 4
const END_AT = Date.UTC(2026, 10, 20)

/** One pan over the series, as the page in `chartPage.ts` does it; lengths in CSS pixels. */
export interface ChartRun {
  candles: Candle[]
  barWidth: number
  width: number
  height: number
  stepPx: number
}

export interface ChartFrames {
  barWidth: number
  frames: number
  framesPerSecond: number
  frameMs: { p50: number; p95: number; max: number }
  /** Frames that took longer than 1/30 s. */
  slowFrames: number
}

export interface ChartResult {
  candles: number
  cpuSlowdown: number
  /** With bars as wide as at first, and as narrow as they get. */
  runs: ChartFrames[]
}

function summarise(barWidth: number, intervals: readonly number[]): ChartFrames {
  const sorted = [...intervals].sort((a, b) => a - b)
  const total = intervals.reduce((sum, ms) => sum + ms, 0)
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1))
  return {
    barWidth,
    frames: intervals.length,
    framesPerSecond: Number(((intervals.length * 1000) / total).toFixed(1)),
    frameMs: { p50: at(0.5), p95: at(0.95), max: at(1) },
    slowFrames: intervals.filter((ms) => ms > 1000 / 30).length,
  }
}

async function panThrough(page: Page, run: ChartRun): Promise<number[]> {
  return page.evaluate(
    (args) => (window as unknown as { panThrough(run: ChartRun): Promise<number[]> }).panThrough(args),
    run,
  )
}

/** Frames while panning through 2,000 candles on a processor four times slower than this one. */
export async function benchChart(): Promise<ChartResult> {
  const bundle = await build({
    entryPoints: [join(__dirname, 'chartPage.ts')],
    bundle: true,
    minify: true,
    write: false,
    define: { 'process.env.TARO_ENV': '"h5"', 'process.env.NODE_ENV': '"production"' },
  })
  const candles = candlesUntil(END_AT, CANDLES)
  return withPage(async (page) => {
    await page.setContent('<!doctype html><title>Chart</title>')
    await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' })
    const cdp = await page.createCDPSession()
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    const runs: ChartFrames[] = []
    for (const [barWidth, stepPx] of [
      [8, 40],
      [1.5, 8],
    ] as const) {
      runs.push(summarise(barWidth, await panThrough(page, { candles, barWidth, width: 358, height: 320, stepPx })))
    }
    return { candles: CANDLES, cpuSlowdown: CPU_SLOWDOWN, runs }
  })
}
