import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CDPSession, Page } from 'puppeteer-core'
import { startServer } from '../test/e2e/server'
import { until } from '../test/support/until'
import { barePage } from './barePage'
import { withPage } from './chromium'

/** A middling phone on a slow mobile network; the cold start of a first visit. */
const PHONE = { width: 390, height: 844, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
const CPU_TIMES = 4
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const RUNS = 5
/** Long enough for everything that a start does. */
const SETTLED_MS = 4_500
const EMPTY =
  '<!doctype html><html><head><meta name="viewport" content="width=device-width"></head><body>Fairtick</body></html>'
/**
 * What each page may be at most, as medians. `paintTimes` and `largestTimes` are multiples of the empty page's own paint in
 * the same run, so that another machine has the same limits; times are ms, KB are 1,000 bytes as they came over the wire.
 */
const LIMITS = {
  first: {
    paintTimes: 1.5,
    largestTimes: 1.6,
    tapAfterPaintMs: 1_200,
    blockedMs: 300,
    shift: 0,
    scriptKb: 115,
    requests: 8,
  },
  second: { paintTimes: 1.2, largestTimes: 1.2, paintMs: 600, tapAfterPaintMs: 600, blockedMs: 300, shift: 0 },
}

interface Visit {
  /** The first picture that shows anything. */
  paintMs: number
  lcpMs: number
  shift: number
  /** The sum of main-thread task time beyond 50 ms. */
  blockedMs: number
  /** When the app has taken over, so that a tap does what it says; 0 for the empty page. */
  tapMs: number
  /** When the two buttons of a product's page take a press, which opens the ticket as soon as it is loaded; 0 for the other pages. */
  tradeMs: number
  /** The requests until then. */
  scriptKb: number
  kb: number
  requests: number
  /** With what comes after that: the rest of the app, and the first answers of the API. */
  allScriptKb: number
  allRequests: number
}

/** Runs in the page, before its scripts. */
function observe() {
  const seen = { paint: 0, lcp: 0, shift: 0, blocked: 0, ready: 0, trade: 0 }
  Object.assign(window, { seen })
  const watch = (type: string, take: (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never)
    }).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.paint = startTime
  })
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
  })
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.shift += entry.value
  })
  watch('longtask', (entry) => {
    seen.blocked += Math.max(0, entry.duration - 50)
  })
  const trades = location.hash.includes('/Detail/')
  const look = () => {
    const isThere = (part: string) => !document.querySelector('body > .first') && document.querySelector(part)
    if (isThere('#app .screen button, #app .at-button')) seen.ready ||= performance.now()
    if (isThere('#app .trade-bar__buttons button')) seen.trade ||= performance.now()
    if (!seen.ready || (trades && !seen.trade)) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

interface Asked {
  url: string
  /** Since the epoch. */
  atMs: number
  isScript: boolean
  bytes: number
}

/** Everything that the page asks for over the network. */
async function traffic(session: CDPSession): Promise<() => Asked[]> {
  const asked = new Map<string, Asked>()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    if (request.url.startsWith('http'))
      asked.set(requestId, { url: request.url, atMs: wallTime * 1_000, isScript: false, bytes: 0 })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const one = asked.get(requestId)
    if (one) one.isScript = response.mimeType.includes('javascript')
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  return () => [...asked.values()]
}

const scriptKbOf = (list: Asked[]) => list.reduce((sum, { isScript, bytes }) => sum + (isScript ? bytes : 0), 0) / 1_000

async function measure(page: Page, url: string): Promise<Visit> {
  const session = await page.createCDPSession()
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES })
  const asked = await traffic(session)
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await page.goto(url, { waitUntil: 'load' })
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  const seen = await page.evaluate(() => ({
    ...(window as unknown as { seen: Record<'paint' | 'lcp' | 'shift' | 'blocked' | 'ready' | 'trade', number> }).seen,
    origin: performance.timeOrigin,
    // What comes next fetches while the first screen's scripts run, and nothing of that waits for it.
    next: [...document.querySelectorAll<HTMLLinkElement>('link[fetchpriority=low]')].map(({ href }) => href),
  }))
  await session.detach()
  const all = asked()
  const first = all.filter(({ url, atMs }) => atMs <= seen.origin + seen.ready && !seen.next.includes(url))
  return {
    paintMs: seen.paint,
    lcpMs: seen.lcp,
    shift: seen.shift,
    blockedMs: seen.blocked,
    tapMs: seen.ready,
    tradeMs: seen.trade,
    scriptKb: scriptKbOf(first),
    kb: first.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000,
    requests: first.length,
    allScriptKb: scriptKbOf(all),
    allRequests: all.length,
  }
}

/** Runs in the page: until the worker has kept all files of the build, which nobody's next visit meets it at. */
async function workerAtRest() {
  const kept = async () => (await (await caches.open('files')).keys()).length
  let before = -1
  for (let now = await kept(); now > before; now = await kept()) {
    before = now
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}

/** A first visit, and if the app has a service worker the same page once more. */
async function visitTwice(url: string, returns: boolean): Promise<{ first: Visit; second: Visit | undefined }> {
  return withPage(async (page) => {
    await page.setViewport(PHONE)
    // The compiler of this file names inner functions with a helper that a page does not have.
    await page.evaluateOnNewDocument('globalThis.__name = (named) => named')
    await page.evaluateOnNewDocument(observe)
    const first = await measure(page, url)
    if (!returns) return { first, second: undefined }
    await page.evaluate(workerAtRest)
    await page.goto('about:blank')
    return { first, second: await measure(page, url) }
  })
}

interface Spread {
  median: number
  least: number
  most: number
}

function spreadOf(values: number[]): Spread {
  const [least = 0, ...rest] = values.map((value) => Number(value.toFixed(3))).sort((a, b) => a - b)
  const sorted = [least, ...rest]
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, least, most: sorted[sorted.length - 1] ?? 0 }
}

type Figures = Record<string, Spread>

function figuresOf(visits: Visit[], empty: number): Figures {
  const of = (figure: (visit: Visit) => number) => spreadOf(visits.map(figure))
  return {
    paintMs: of(({ paintMs }) => paintMs),
    paintTimes: of(({ paintMs }) => paintMs / empty),
    largestMs: of(({ lcpMs }) => lcpMs),
    largestTimes: of(({ lcpMs }) => lcpMs / empty),
    tapMs: of(({ tapMs }) => tapMs),
    tapAfterPaintMs: of(({ tapMs, paintMs }) => tapMs - paintMs),
    tradeMs: of(({ tradeMs }) => tradeMs),
    blockedMs: of(({ blockedMs }) => blockedMs),
    shift: of(({ shift }) => shift),
    scriptKb: of(({ scriptKb }) => scriptKb),
    kb: of(({ kb }) => kb),
    requests: of(({ requests }) => requests),
    allScriptKb: of(({ allScriptKb }) => allScriptKb),
    allRequests: of(({ allRequests }) => allRequests),
  }
}

/** The limits that these figures miss, e.g. "home, first visit: blockedMs 396, limit 300". */
const missedBy = (page: string, visit: keyof typeof LIMITS, figures: Figures): string[] =>
  Object.entries(LIMITS[visit])
    .filter(([name, limit]) => (figures[name]?.median ?? 0) > limit)
    .map(([name, limit]) => `${page}, ${visit} visit: ${name} ${figures[name]?.median}, limit ${limit}`)

/** What a visitor feels of a first visit, ours and the bare page's, and whether ours is ahead. */
const BESIDE = ['paintMs', 'largestMs', 'tapMs', 'scriptKb', 'kb', 'requests'] as const

const beside = (ours: Figures, bare: Figures) =>
  BESIDE.map((figure) => {
    const [our = 0, their = 0] = [ours[figure]?.median, bare[figure]?.median]
    return { figure, our, bare: their, ahead: our <= their }
  })

/** An HTML file of one line under the same conditions: what no page can be quicker than here. */
async function emptyPage(): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(EMPTY))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

const PAGES = {
  welcome: '/h5/',
  home: '/h5/#/pages/index/index',
  detail: '/h5/#/pages/Detail/Detail?symbol=BTCUSDT',
}

/**
 * The first screen of the built app on the built server, as a phone on a slow network meets it, compared with an empty
 * page, whose multiples the limits are, and with a bare page of Taro; `missed` names the limits that are not kept. Needs `dist/h5` and `dist/server`. HTTP/1.1, so a proxy with HTTP/2
 * in front is a little quicker.
 */
export async function benchFirstScreen() {
  const [empty, bare] = [await emptyPage(), await barePage()]
  const server = await startServer()
  try {
    // Welcome is measured with its card, of which a new house has none.
    await until(
      'an example in the page',
      async () => (await (await fetch(`${server.origin}/h5/`)).text()).includes('"example":{'),
      { everyMs: 1_000, withinMs: 240_000 },
    )
    const empties: Visit[] = []
    const bares: Visit[] = []
    const visits = Object.keys(PAGES).map((page) => ({ page, first: [] as Visit[], second: [] as Visit[] }))
    // By turns, so that other work on the machine meets all of them.
    for (let run = 0; run < RUNS; run += 1) {
      empties.push((await visitTwice(empty.url, false)).first)
      bares.push((await visitTwice(bare.url, false)).first)
      for (const { page, first, second } of visits) {
        const both = await visitTwice(server.origin + PAGES[page as keyof typeof PAGES], true)
        first.push(both.first)
        if (both.second) second.push(both.second)
      }
    }
    const emptyMs = spreadOf(empties.map(({ paintMs }) => paintMs))
    const measured = visits.map(({ page, first, second }) => ({
      page,
      first: figuresOf(first, emptyMs.median),
      second: figuresOf(second, emptyMs.median),
    }))
    return {
      conditions: { phone: PHONE, cpuTimes: CPU_TIMES, network: NETWORK, runs: RUNS },
      limits: LIMITS,
      emptyPage: emptyMs,
      bareTaro: Object.fromEntries(
        measured.map(({ page, first }) => [page, beside(first, figuresOf(bares, emptyMs.median))]),
      ),
      pages: Object.fromEntries(measured.map(({ page, ...figures }) => [page, figures])),
      missed: measured.flatMap(({ page, first, second }) => [
        ...missedBy(page, 'first', first),
        ...missedBy(page, 'second', second),
      ]),
    }
  } finally {
    empty.close()
    bare.close()
    await server.stop()
  }
}
