import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { withPage } from './chromium'
import { startFakeMarket } from './fakeMarket'

const PRODUCTS = 50
const EVERY_MS = 200
/** Loading, first pictures and the compiler's warm-up are not what is measured. */
const WARM_UP_MS = 3000
const MEASURE_MS = 10_000
/** The limit that the product sets itself, on an unthrottled desktop core. */
const LIMIT_PERCENT = 8

export interface MainThreadResult {
  products: number
  ticksPerSecondEach: number
  /** Quotes per second that reached the page; 0 means that the page subscribed to nothing. */
  quotesPerSecond: number
  /** Share of the main thread's time, percent, and what of it is script, style and layout. */
  mainThreadPercent: number
  scriptPercent: number
  stylePercent: number
  layoutPercent: number
  /** The same page with a market that does not move. */
  idlePercent: number
  limitPercent: number
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const MEASURED = ['TaskDuration', 'ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'] as const
type Durations = Record<(typeof MEASURED)[number], number>

/** Seconds that the main thread was busy in `MEASURE_MS`, as shares in percent. */
async function sharesOf(page: Page): Promise<Durations> {
  const cdp = await page.createCDPSession()
  await cdp.send('Performance.enable', { timeDomain: 'timeTicks' })
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }
  const before = await read()
  await pause(MEASURE_MS)
  const after = await read()
  await cdp.detach()
  const seconds = (after.get('Timestamp') ?? 0) - (before.get('Timestamp') ?? 0)
  const share = (name: string) => (100 * ((after.get(name) ?? 0) - (before.get(name) ?? 0))) / seconds
  return Object.fromEntries(MEASURED.map((name) => [name, Number(share(name).toFixed(2))])) as Durations
}

async function measure(everyMs: number): Promise<{ shares: Durations; quotesPerSecond: number }> {
  const market = await startFakeMarket({ root: join(__dirname, '..', 'dist', 'h5'), products: PRODUCTS, everyMs })
  try {
    return await withPage(async (page) => {
      await page.goto(`${market.url}#/pages/product/product`)
      await pause(WARM_UP_MS)
      const sentBefore = market.quotesSent()
      const shares = await sharesOf(page)
      return { shares, quotesPerSecond: Math.round(((market.quotesSent() - sentBefore) * 1000) / MEASURE_MS) }
    })
  } finally {
    await market.close()
  }
}

/** Main-thread time of the product list while every product ticks five times a second. Needs `dist/h5`. */
export async function benchMainThread(): Promise<MainThreadResult> {
  const idle = await measure(2 ** 30)
  const { shares, quotesPerSecond } = await measure(EVERY_MS)
  return {
    products: PRODUCTS,
    ticksPerSecondEach: 1000 / EVERY_MS,
    quotesPerSecond,
    mainThreadPercent: shares.TaskDuration,
    scriptPercent: shares.ScriptDuration,
    stylePercent: shares.RecalcStyleDuration,
    layoutPercent: shares.LayoutDuration,
    idlePercent: idle.shares.TaskDuration,
    limitPercent: LIMIT_PERCENT,
  }
}
