import { join } from 'node:path'
import type { CDPSession, Page } from 'puppeteer-core'
import { withPage } from './chromium'
import { type FakeMarket, startFakeMarket } from './fakeMarket'

const PRODUCTS = 50
const EVERY_MS = 200
const NEVER_MS = 2 ** 30
/** Loading, first pictures and the compiler's warm-up are not what is measured. */
const WARM_UP_MS = 4_000
const MEASURE_MS = 10_000
/** A hidden page keeps its stream for 10 s. */
const HIDDEN_MS = 12_000
const CPU_TIMES = 4
const PAGES = {
  home: '/pages/index/index',
  list: '/pages/product/product',
  trade: '/pages/Detail/Detail?symbol=BENCH0',
} as const
type Name = keyof typeof PAGES
/** Percent of one core that is four times slower than this one; and pictures per second. */
const AIMS = { homePercent: 8, tradePercent: 12, hiddenPercent: 0, frames: 58, framesSlowed: 30 }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const rounded = (value: number) => Number(value.toFixed(2))

const MEASURED = ['TaskDuration', 'ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'] as const
type Shares = Record<(typeof MEASURED)[number], number>

/** What the main thread had of its processor in `MEASURE_MS`, percent: what others do on the machine is no work of the page. */
async function sharesOf(cdp: CDPSession): Promise<Shares> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }
  const before = await read()
  const startedAt = performance.now()
  await pause(MEASURE_MS)
  const after = await read()
  const seconds = (performance.now() - startedAt) / 1_000
  const share = (name: string) => (100 * ((after.get(name) ?? 0) - (before.get(name) ?? 0))) / seconds
  return Object.fromEntries(MEASURED.map((name) => [name, rounded(share(name))])) as Shares
}

/** Pictures a second that the page could draw while `move` runs. */
async function framesDuring(page: Page, move: () => Promise<unknown>): Promise<number> {
  const counting = page.evaluate(
    (ms) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now()
        let frames = 0
        const count = (now: number) => {
          frames += 1
          if (now - startedAt < ms) requestAnimationFrame(count)
          else resolve((frames * 1_000) / (now - startedAt))
        }
        requestAnimationFrame(count)
      }),
    MEASURE_MS,
  )
  let counted = false
  const ended = counting.finally(() => {
    counted = true
  })
  while (!counted) await move()
  return rounded(await ended)
}

/** A finger moves up and down by half a phone's height, or over the chart and back, in half a second each way. */
async function swipe(cdp: CDPSession, [fromX, fromY]: [number, number], [toX, toY]: [number, number]): Promise<void> {
  const STEPS = 30
  const points = Array.from({ length: STEPS + 1 }, (_, i) => ({
    x: fromX + ((toX - fromX) * i) / STEPS,
    y: fromY + ((toY - fromY) * i) / STEPS,
  }))
  for (const way of [points, points.toReversed()]) {
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: way.slice(0, 1) })
    for (const point of way) {
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
      await pause(16)
    }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}

const SCROLL: [[number, number], [number, number]] = [
  [195, 700],
  [195, 300],
]
const DRAG: [[number, number], [number, number]] = [
  [120, 330],
  [320, 330],
]
const SWIPES = { home: SCROLL, list: SCROLL, trade: DRAG }

async function openAt(url: string, page: Page, cpuTimes: number): Promise<CDPSession> {
  await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2, hasTouch: true, isMobile: true })
  await page.evaluateOnNewDocument('globalThis.__name = (named) => named')
  await page.goto(url)
  await pause(WARM_UP_MS)
  const cdp = await page.createCDPSession()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuTimes })
  return cdp
}

const addressOf = ({ url }: FakeMarket, name: Name) => `${url}#${PAGES[name]}`

async function withMarket<T>(everyMs: number, use: (market: FakeMarket) => Promise<T>): Promise<T> {
  const market = await startFakeMarket({ root: join(__dirname, '..', 'dist', 'h5'), products: PRODUCTS, everyMs })
  try {
    return await use(market)
  } finally {
    await market.close()
  }
}

/** What a page costs while nobody touches it; with `hidden`, in a tab behind another one. */
const busyAt = (name: Name, everyMs: number, hidden = false) =>
  withMarket(everyMs, (market) =>
    withPage(async (page, browser) => {
      const cdp = await openAt(addressOf(market, name), page, CPU_TIMES)
      if (hidden) {
        await (await browser.newPage()).bringToFront()
        await pause(HIDDEN_MS)
      }
      const sentBefore = market.quotesSent()
      const shares = await sharesOf(cdp)
      return { shares, quotesPerSecond: Math.round(((market.quotesSent() - sentBefore) * 1_000) / MEASURE_MS) }
    }),
  )

const framesAt = (name: Name, cpuTimes: number) =>
  withMarket(EVERY_MS, (market) =>
    withPage(async (page) => {
      const cdp = await openAt(addressOf(market, name), page, cpuTimes)
      return framesDuring(page, () => swipe(cdp, ...SWIPES[name]))
    }),
  )

/** What the measuring itself costs: an empty page in a tab behind another one. */
const busyHiddenEmpty = () =>
  withPage(async (page, browser) => {
    const cdp = await openAt('about:blank', page, CPU_TIMES)
    await (await browser.newPage()).bringToFront()
    return (await sharesOf(cdp)).TaskDuration
  })

async function figuresOf(name: Name) {
  const [idle, ticking, hidden] = [
    await busyAt(name, NEVER_MS),
    await busyAt(name, EVERY_MS),
    await busyAt(name, EVERY_MS, true),
  ]
  return {
    /** 0 means that the page subscribed to nothing. */
    quotesPerSecond: ticking.quotesPerSecond,
    percent: ticking.shares,
    idlePercent: idle.shares.TaskDuration,
    hiddenPercent: hidden.shares.TaskDuration,
    frames: await framesAt(name, 1),
    framesSlowed: await framesAt(name, CPU_TIMES),
  }
}

/**
 * The main thread of home, of the product list and of a trade page while 50 products tick five times a second, on a processor
 * four times slower than this one; and the pictures a second while a list is scrolled and the chart is dragged. Needs
 * `dist/h5`.
 */
export async function benchMainThread() {
  return {
    aims: AIMS,
    conditions: { products: PRODUCTS, ticksPerSecondEach: 1_000 / EVERY_MS, cpuTimes: CPU_TIMES },
    hiddenEmptyPercent: await busyHiddenEmpty(),
    home: await figuresOf('home'),
    list: await figuresOf('list'),
    trade: await figuresOf('trade'),
  }
}
