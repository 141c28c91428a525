import type { Browser, Page } from 'puppeteer-core'
import { createActor } from './actor'
import { launch, PHONE, visit } from './browser'
import { copySite, type SiteCopy } from './siteCopy'
import { textsOf } from './texts'

/** The service worker, as users meet it: no network, and a new build while the app is open. */
const t = textsOf('zh-CN')
let browser: Browser
let site: SiteCopy

beforeAll(async () => {
  browser = await launch()
})
beforeEach(async () => {
  site = await copySite(process.env.E2E_ORIGIN ?? '')
})
afterEach(() => site.stop())
afterAll(() => browser.close())

/** Until the worker has kept every file that a page may ask for. */
async function workerReady(page: Page) {
  await page.waitForFunction(
    async () => {
      const files = await caches.open('files')
      const count = (await files.keys()).length
      const known = Reflect.get(window, 'keptFiles')
      Reflect.set(window, 'keptFiles', count)
      return navigator.serviceWorker.controller !== null && count > 20 && known === count
    },
    { polling: 700, timeout: 30_000 },
  )
}

async function open() {
  const { page, close } = await visit(browser, { ...PHONE, offline: true })
  const actor = createActor(page, site.origin)
  await actor.open('/pages/index/index')
  await actor.sees('BTC/USDT')
  await workerReady(page)
  return { page, actor, close }
}

test('without a network the app opens with the last prices, says how old they are, and takes no order', async () => {
  const { page, actor, close } = await open()
  await site.goAway()
  await page.setOfflineMode(true)
  await page.reload()
  await actor.sees('BTC/USDT')
  await actor.sees(new RegExp(t('shell.offline').slice(0, 4)))
  await actor.sees(/价格截至 \d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d/)
  await actor.screenshot('offline-home')
  await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
  await actor.sees(t('common.loadFailed'))
  expect(await actor.has('button', new RegExp(t('trade.buyUp')))).toBe(false)
  await site.comeBack()
  await page.setOfflineMode(false)
  await close()
}, 90_000)

test('an open app outlives a deployment, offers the new version, and gets it', async () => {
  const { page, actor, close } = await open()
  const buildOf = () => page.$eval('meta[name="build"]', (meta) => meta.getAttribute('content')).catch(() => undefined)
  expect(await buildOf()).toBeUndefined()
  site.deploy('second')
  // Scripts of this page's build are gone from the server.
  await actor.open('/pages/aboutUs/aboutUs')
  await actor.sees(t('title.about'))
  expect(await buildOf()).toBeUndefined()
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await actor.presses(t('shell.updateReady'))
  await page.waitForSelector('meta[name="build"][content="second"]', { timeout: 15_000 })
  await actor.sees(t('title.about'))
  await close()
}, 90_000)

test('a visit after a deployment has the new version at once, although the old one is kept', async () => {
  const { page, close } = await open()
  site.deploy('third')
  await page.goto(`${site.origin}/h5/`)
  await page.waitForSelector('meta[name="build"][content="third"]', { timeout: 15_000 })
  await close()
}, 90_000)

test('the app can be installed: manifest and icons are there and of the size they say', async () => {
  const { page, close } = await visit(browser, { ...PHONE })
  await page.goto(`${site.origin}/h5/`)
  const sizes = await page.evaluate(async () => {
    const { href } = document.querySelector('link[rel="manifest"]') as HTMLLinkElement
    const manifest = await (await fetch(href)).json()
    const sizeOf = async (icon: { src: string; sizes: string }) => {
      const image = new Image()
      image.src = new URL(icon.src, href).href
      await image.decode()
      return { said: icon.sizes, is: `${image.naturalWidth}x${image.naturalHeight}` }
    }
    return { start: manifest.start_url, icons: await Promise.all(manifest.icons.map(sizeOf)) }
  })
  expect(sizes.start).toBe('/h5/')
  expect(sizes.icons).toHaveLength(3)
  for (const { said, is } of sizes.icons) expect(is).toBe(said)
  await close()
}, 60_000)
