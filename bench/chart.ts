import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Page } from 'puppeteer-core'
import type { Candle } from '../contract/market'
import { withPage } from './chromium'
import { candlesUntil } from './fakeMarket'
import { traceFrames } from './frameTrace'

const CANDLES = 2000
const CPU_SLOWDOWN = 4
const END_AT = Date.UTC(2026, 10, 20)
/** The machine does other work too, so each is measured this many times, one after the other, and the median counts. */
const ROUNDS = 3
const FRAME_MS = 1000 / 60
/** The limits that the product sets itself. */
const SLOW_LIMIT_PERCENT = 5
const SIZE_LIMIT_KB = 20

const DRIVERS = ['ours', 'oursWithAllIndicators', 'nothing'] as const

/** One pan over the series, as the page in `chartPage.ts` does it; lengths in CSS pixels. */
export interface ChartRun {
  driver: string
  candles: Candle[]
  barWidth: number
  width: number
  height: number
  stepPx: number
}

/** One pan, measured; ms. */
interface Pan {
  workMs: number[]
  intervalsMs: number[]
}

interface ChartFigures {
  /** Share of frames for which the main thread worked longer than 16.7 ms: the median of all rounds, and each. */
  slowPercent: number
  slowPercentOfRounds: number[]
  /** Share of frames that came late, for any reason: on a busy machine also those of a page without a chart. */
  latePercent: number
  workMs: { p50: number; p95: number; max: number }
}

export interface ChartResult {
  candles: number
  cpuSlowdown: number
  rounds: number
  slowLimitPercent: number
  /** Panning with bars of this width, CSS pixels, 40 and 8 pixels per frame. */
  panning: Record<string, Record<(typeof DRIVERS)[number], ChartFigures>>
  /** Minified and compressed, with all indicators, gestures and formats of numbers. */
  gzipKb: number
  sizeLimitKb: number
}

const round1 = (value: number) => Number(value.toFixed(1))
const percentOver = (times: readonly number[], limitMs: number) =>
  (100 * times.filter((ms) => ms > limitMs).length) / Math.max(1, times.length)

function atShare(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}

function summarise(rounds: readonly Pan[]): ChartFigures {
  const slow = rounds.map(({ workMs }) => percentOver(workMs, FRAME_MS))
  const late = rounds.map(({ intervalsMs }) => percentOver(intervalsMs, 1.5 * FRAME_MS))
  const work = rounds.flatMap(({ workMs }) => workMs)
  return {
    slowPercent: round1(atShare(slow, 0.5)),
    slowPercentOfRounds: slow.map(round1),
    latePercent: round1(atShare(late, 0.5)),
    workMs: { p50: round1(atShare(work, 0.5)), p95: round1(atShare(work, 0.95)), max: round1(atShare(work, 1)) },
  }
}

const BROWSER_BUILD = {
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  target: 'es2020',
  define: { 'process.env.TARO_ENV': '"h5"', 'process.env.NODE_ENV': '"production"' },
} as const

/** The files of a page for a chart of candles with a pan, compressed as servers do. */
async function gzipKb(): Promise<number> {
  const chart = './src/features/trading/chart'
  const contents = `
    export { createRenderer } from '${chart}/renderer'
    export { createGestures } from '${chart}/gestures'
    export { chartColors } from '${chart}/colors'
    export { createFormat } from './src/i18n/format'
    export { attachPointerInput } from './src/components/chart/pointerInput'`
  const entry = { contents, resolveDir: join(__dirname, '..'), loader: 'ts' as const }
  // The app has its translator with or without a chart, and loads texts later.
  const external = ['i18next', 'react', '*/loadMessages']
  const bundle = await build({ ...BROWSER_BUILD, external, stdin: entry })
  return round1(gzipSync(bundle.outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length / 1024)
}

async function panThrough(page: Page, run: ChartRun): Promise<number[]> {
  return page.evaluate(
    (args) => (window as unknown as { panThrough(run: ChartRun): Promise<number[]> }).panThrough(args),
    run,
  )
}

/** A fresh browser for each pan: none inherits the waste of the one before. */
async function measure(script: string, run: ChartRun): Promise<Pan> {
  return withPage(async (page) => {
    await page.setContent('<!doctype html><title>Chart</title>')
    await page.addScriptTag({ content: script })
    const { answer, workMs } = await traceFrames(page, CPU_SLOWDOWN, () => panThrough(page, run))
    if (workMs.length < answer.length / 2) throw new Error(`The trace has only ${workMs.length} frames`)
    return { workMs, intervalsMs: answer }
  })
}

/**
 * Frames while panning through 2,000 candles with volume and two averages, on a processor four times slower than this
 * one: the chart, with few and with all indicators, and a page that draws nothing; and how much of it a page has to load.
 */
export async function benchChart(): Promise<ChartResult> {
  const bundle = await build({ ...BROWSER_BUILD, format: 'iife', entryPoints: [join(__dirname, 'chartPage.ts')] })
  const script = bundle.outputFiles[0]?.text ?? ''
  const candles = candlesUntil(END_AT, CANDLES)
  const panning: ChartResult['panning'] = {}
  for (const [barWidth, stepPx] of [
    [8, 40],
    [1.5, 8],
  ] as const) {
    const pans = new Map<string, Pan[]>(DRIVERS.map((driver) => [driver, []]))
    for (let round = 0; round < ROUNDS; round++) {
      for (const driver of DRIVERS) {
        const run = { driver, candles, barWidth, width: 358, height: 320, stepPx }
        pans.get(driver)?.push(await measure(script, run))
      }
    }
    panning[`barWidth ${barWidth}`] = Object.fromEntries(
      DRIVERS.map((driver) => [driver, summarise(pans.get(driver) ?? [])]),
    ) as ChartResult['panning'][string]
  }
  return {
    candles: CANDLES,
    cpuSlowdown: CPU_SLOWDOWN,
    rounds: ROUNDS,
    slowLimitPercent: SLOW_LIMIT_PERCENT,
    panning,
    gzipKb: await gzipKb(),
    sizeLimitKb: SIZE_LIMIT_KB,
  }
}
