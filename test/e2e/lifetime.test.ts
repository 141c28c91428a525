import type { Browser } from 'puppeteer-core'
import { isThere } from '../../scripts/setup/requirements.mjs'
import { asked } from '../../server/test/asks'
import { until } from '../support/until'
import { logIn, newAccount, register } from './account'
import { createActor, createTabActor, type TabActor } from './actor'
import { launch, PHONE, visit } from './browser'
import { type Line, layLine } from './line'
import type { Tab } from './tab'
import { containing, textsOf } from './texts'
import { testInChromium } from './visitors'
import { launchWebKit, testInWebKit } from './webkit'

const site = process.env.E2E_ORIGIN ?? ''
const openingCode = process.env.E2E_OPENING_CODE ?? ''
const t = textsOf('zh-CN')

let browser: Browser
let line: Line

beforeAll(async () => {
  browser = await launch(isThere('chromium') ? 'chromium' : 'chromium shell')
})
beforeEach(async () => {
  line = await layLine(site)
})
afterEach(() => line.stop())
afterAll(() => browser.close())

/** The server's price of Bitcoin now, e.g. "68379.1". */
async function priceNow(): Promise<string> {
  const answer = await fetch(`${site}/api/products`)
  const { items } = (await answer.json()) as { items: { symbol: string; quote: { price: string } | null }[] }
  return items.find(({ symbol }) => symbol === 'BTCUSDT')?.quote?.price ?? ''
}

const shownText = (tab: Tab) =>
  tab.evaluate(
    () =>
      [...document.querySelectorAll('.screen')]
        .filter((node) => node.checkVisibility())
        .map((node) => node.textContent)
        .join(' ')
        .replaceAll(',', '') ?? '',
  )

/** The page shows a price that the server has just said. */
const pricesAreRight = (tab: Tab) => {
  const said: string[] = []
  const isRight = async () => {
    said.push(await priceNow())
    const shown = await shownText(tab)
    return said.slice(-3).some((price) => shown.includes(price))
  }
  const describe = async () => `The server said ${said.join(', ')}; the page shows ${await shownText(tab)}`
  return until('the price of now', isRight, { describe })
}

/** All is well again: one stream, no second, and the prices of now. How soon is what `stream.test.ts` shows. */
async function isBack(tab: Tab) {
  await until('a stream', () => line.streams() > 0)
  await pricesAreRight(tab)
  expect(line.streams()).toBe(1)
}

/** Logged in, on the home page, with prices that come over the line. */
async function arrive() {
  const opened = await visit(browser)
  const actor = createActor(opened.page, line.origin)
  await settleIn(actor)
  return { actor, ...opened }
}

async function settleIn(actor: TabActor) {
  const user = newAccount()
  await actor.open('/pages/login/registerCheck')
  await register(actor, t, user, openingCode)
  await logIn(actor, t, user)
  await actor.arrivesAt('/pages/index/index')
  await pricesAreRight(actor.tab)
  await until('one stream', () => line.streams() === 1)
}

/** Waits until the shown prices are wrong: otherwise a right price might be one from before. */
const pricesAreOld = (tab: Tab) =>
  until('prices to grow old', async () => !(await shownText(tab)).includes(await priceNow()))

/** The first open order, as the server knows it. */
async function holding(actor: TabActor): Promise<{ expiresAt: string | null } | undefined> {
  const { items } = await actor.asks<{ items: { expiresAt: string | null }[] }>('/orders?state=holding')
  return items[0]
}

/** Another device of the same user places an order. */
async function orderElsewhere(actor: TabActor) {
  const token = await actor.tab.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').value?.token)
  return async () => {
    const time = Date.now().toString(16).padStart(12, '0')
    const id = `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
    const answer = await fetch(`${site}/api/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(
        asked({
          id,
          symbol: 'BTCUSDT',
          direction: 'up',
          durationSeconds: 30,
          stake: '100.00',
          earningsRateBp: 7500,
        }),
      ),
    })
    if (!answer.ok) throw new Error(`The order was answered ${answer.status}: ${await answer.text()}`)
  }
}

testInChromium('a frozen page is right after coming back, although its connection has died meanwhile', async () => {
  const { page, tab, actor, close } = await arrive()
  const cdp = await page.createCDPSession()
  const order = await orderElsewhere(actor)
  await actor.open('/pages/order/order')
  await actor.sees(t('orders.empty'))
  // Only a page that is hidden is frozen, and it is seen again when it comes back.
  const other = await page.browserContext().newPage()
  await other.bringToFront()
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
  line.swallow()
  await order()
  await until('the entry price', async () => (await holding(actor))?.expiresAt != null)
  await cdp.send('Page.setWebLifecycleState', { state: 'active' })
  await page.bringToFront()
  expect(await page.evaluate(() => document.visibilityState)).toBe('visible')
  await until('the order and its countdown', async () => {
    const left = Math.round((Date.parse((await holding(actor))?.expiresAt ?? '') - Date.now()) / 1_000)
    const timer = await page.evaluate(() => document.querySelector('[role=timer]')?.textContent ?? '')
    const [minutes, seconds] = timer.split(':').map(Number)
    return Math.abs((minutes ?? Number.NaN) * 60 + (seconds ?? 0) - left) <= 1
  })
  await isBack(tab)
  await close()
})

testInChromium('a page behind another one listens to nothing after a while, and is right when it is seen', async () => {
  const { page, tab, close } = await arrive()
  const other = await page.browserContext().newPage()
  await other.bringToFront()
  await until('no stream', () => line.streams() === 0)
  await pricesAreOld(tab)
  await page.bringToFront()
  await isBack(tab)
  await close()
})

test('an open page whose connection says nothing any more finds another', async () => {
  const { tab, close } = await arrive()
  line.swallow()
  await pricesAreOld(tab)
  await isBack(tab)
  await close()
})

test('a page that was without a network, or changed it, has right prices after it', async () => {
  const { page, tab, actor, close } = await arrive()
  await page.setOfflineMode(true)
  line.cut()
  await actor.sees(containing(t('shell.offline').slice(0, 4)))
  await page.setOfflineMode(false)
  await isBack(tab)
  // Another network: addresses change, and nobody closes what was open.
  line.swallow()
  await pricesAreOld(tab)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await isBack(tab)
  await close()
})

// Chromium keeps no page that was answered with `no-store`, as ours is; WebKit does over plain HTTP.
testInWebKit('a page that comes back out of the browser’s memory has right prices, and one stream', async () => {
  const engine = await launchWebKit(line.origin)
  try {
    const { tab } = await engine.visit(PHONE)
    const actor = createTabActor(tab, engine.origin)
    await settleIn(actor)
    await tab.evaluate(() => {
      window.addEventListener('pageshow', ({ persisted }) => Object.assign(window, { wasKept: persisted }))
    })
    // It has the opener policy of the app's page; another one changes the process, and the driver loses the page.
    await tab.go(`${engine.origin}/h5/version.txt`)
    await until('no stream', () => line.streams() === 0)
    const left = await priceNow()
    await until('another price', async () => (await priceNow()) !== left)
    await tab.evaluate(() => history.back())
    await actor.arrivesAt('/pages/index/index')
    // The address changes first, and then the page is told that it came back.
    await until('the page that was left', () => tab.evaluate(() => Reflect.get(window, 'wasKept') === true))
    await isBack(tab)
  } finally {
    await engine.close()
  }
})
