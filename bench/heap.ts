import { join } from 'node:path'
import type { CDPSession } from 'puppeteer-core'
import { withPage } from './chromium'
import { startFakeMarket } from './fakeMarket'

const PRODUCTS = 50
/** Twenty times as fast as a market with five ticks a second: an hour takes three minutes. */
const EVERY_MS = 10
const MINUTES = 60
const MINUTE_MS = 3_000
const PAGE_CHANGES = 200
const CHANGES_BETWEEN = 40
const PAGES = ['/pages/product/product', '/pages/Detail/Detail?symbol=BENCH1'] as const
const AIM_MB = 30

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Memory in use after a collection, MB. */
async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return Number((usedSize / 1e6).toFixed(2))
}

/**
 * The app's heap through an hour's worth of ticks and through 200 changes between two pages: flat if nothing is kept.
 * Needs `dist/h5`.
 */
export async function benchHeap() {
  const market = await startFakeMarket({
    root: join(__dirname, '..', 'dist', 'h5'),
    products: PRODUCTS,
    everyMs: EVERY_MS,
  })
  try {
    return await withPage(async (page) => {
      await page.goto(`${market.url}#${PAGES[0]}`)
      const cdp = await page.createCDPSession()
      await pause(5_000)
      const ticking = [await heapOf(cdp)]
      const sentBefore = market.quotesSent()
      for (let minute = 1; minute <= MINUTES; minute++) {
        await pause(MINUTE_MS)
        if (minute % 12 === 0) ticking.push(await heapOf(cdp))
      }
      const quotes = market.quotesSent() - sentBefore
      const changing = [await heapOf(cdp)]
      for (let change = 1; change <= PAGE_CHANGES; change++) {
        await page.evaluate(
          (path) => {
            location.hash = path
          },
          PAGES[change % 2] ?? PAGES[0],
        )
        await pause(150)
        if (change % CHANGES_BETWEEN === 0) changing.push(await heapOf(cdp))
      }
      return { aimMb: AIM_MB, quotes, tickingMb: ticking, pageChanges: PAGE_CHANGES, changingMb: changing }
    })
  } finally {
    await market.close()
  }
}
