import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { until } from '../support/until'
import { createActor } from './actor'
import { PHONE, visit } from './browser'
import { BUILT, copySite, type SiteCopy } from './siteCopy'
import { beginning, containing, textsOf } from './texts'
import { ORIGIN, sharedBrowser } from './visitors'

/** The service worker, as users meet it: no network, and a new build while the app is open. */
const t = textsOf('zh-CN')
let site: SiteCopy

const browser = sharedBrowser()
beforeEach(async () => {
  site = await copySite(ORIGIN)
})
afterEach(() => site.stop())

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
    { polling: 700 },
  )
}

/** Scripts that neither home nor a language needs. */
function lateScripts(): string[] {
  const html = readFileSync(join(BUILT, 'index.html'), 'utf8')
  return readdirSync(join(BUILT, 'static/js')).filter((name) => /^\d.*\.js$/.test(name) && !html.includes(name))
}

async function open() {
  const { page, close } = await visit(browser(), { ...PHONE, offline: true })
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
  await actor.sees(/价格截至 \d\d:\d\d/)
  const colors = await page.$$eval('.product-row__figures > *', (parts) =>
    parts.flatMap((part) =>
      ['up', 'down', 'level'].map((move) => {
        if (!part.classList.contains('product-row__price')) part.className = `strong t13 ${move}`
        return getComputedStyle(part).color
      }),
    ),
  )
  // Prices and changes of an old moment are all in the one color that is neither up nor down, whichever way they went.
  expect([...new Set(colors)]).toHaveLength(1)
  await actor.screenshot('offline-home')
  await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
  await actor.sees(t('common.loadFailed'))
  expect(await actor.has('button', containing(t('trade.buyUp')))).toBe(false)
  await site.comeBack()
  await page.setOfflineMode(false)
  await close()
})

test('a page of which the device has the first part only reloads once without a network, and offers a retry', async () => {
  const { page, actor, close } = await open()
  await page.evaluate(async () => {
    const files = await caches.open('files')
    for (const request of await files.keys()) if (/\/later\./.test(request.url)) await files.delete(request)
  })
  // The browser has them, too.
  await (await page.createCDPSession()).send('Network.clearBrowserCache')
  await site.goAway()
  await page.setOfflineMode(true)
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await page.goto('about:blank')
  await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
  await actor.sees(t('shell.chunk.title'))
  // The empty page, this one, and this one again.
  expect(loads).toBe(3)
  await site.comeBack()
  await page.setOfflineMode(false)
  await actor.presses(t('common.retry'))
  await actor.sees(containing(t('trade.buyUp')))
  await close()
})

const versionOf = (page: Page) => page.$eval('meta[name="version"]', (meta) => meta.getAttribute('content'))
const shows = (page: Page, version: string) => page.waitForSelector(`meta[name="version"][content="${version}"]`)

/** Until the worker keeps the page of this build. */
const keeps = (page: Page, version: string) =>
  page.waitForFunction(
    async (name) => (await (await caches.match('index.html'))?.text())?.includes(`content="${name}"`),
    { polling: 200 },
    version,
  )

test('an open app outlives a deployment, offers the new version, and gets it', async () => {
  const { page, actor, close } = await open()
  const first = await versionOf(page)
  site.deploy('second')
  // Scripts of this page's build are gone from the server.
  await actor.open('/pages/aboutUs/aboutUs')
  await actor.sees(t('title.about'))
  expect(await versionOf(page)).toBe(first)
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await actor.presses(t('shell.updateReady'))
  await shows(page, 'second')
  await actor.sees(t('title.about'))
  await close()
})

test('the app can be installed; another visit asks nobody for the page, and begins with the last prices', async () => {
  const { page, actor, close } = await open()
  const session = await page.createCDPSession()
  const { url, errors } = await session.send('Page.getAppManifest')
  expect({ url, errors }).toEqual({ url: `${site.origin}/h5/manifest.webmanifest`, errors: [] })
  await page.goto('about:blank')
  const release = site.hold('/')
  site.asked.length = 0
  await page.goto(`${site.origin}/h5/#/pages/index/index`, { waitUntil: 'domcontentloaded' })
  await actor.sees('BTC/USDT')
  await page.waitForFunction(() => document.querySelector('body > .first') === null)
  await actor.sees('BTC/USDT')
  expect(site.asked.filter((path) => /^\/h5\/(\?|#|$)|index\.html|\/static\//.test(path))).toEqual([])
  release()
  await close()
})

test('the app opens at once while its worker still keeps the rest of the build', async () => {
  const { page, close } = await visit(browser(), { ...PHONE, offline: true })
  const actor = createActor(page, site.origin)
  const [late] = lateScripts()
  const release = site.hold(`/h5/static/js/${late}`)
  await actor.open('/pages/index/index')
  await actor.sees('BTC/USDT')
  await until('the worker to wait for that file', () => site.asked.some((path) => path.endsWith(`/${late}`)))
  await page.goto('about:blank')
  await actor.open('/pages/index/index')
  await actor.sees('BTC/USDT')
  release()
  await close()
})

test('a language that was chosen is kept at once, with the texts of its first screen', async () => {
  const { page, actor, close } = await open()
  await actor.open('/')
  await actor.presses(beginning(t('auth.language')))
  await actor.presses(containing('Deutsch'), 'radio')
  await page.waitForFunction(async () =>
    (await (await caches.open('files')).keys()).some(({ url }) => url.includes('/texts/locale-de-DE-screen')),
  )
  await page.goto('about:blank')
  site.asked.length = 0
  await page.goto(`${site.origin}/h5/#/`)
  await actor.sees(textsOf('de-DE')('auth.sloganProof'))
  expect(site.asked.filter((path) => path.includes('/texts/'))).toEqual([])
  await close()
})

test.each([
  ['hears of it before the worker does', '/h5/service-worker.js'],
  ['hears of it after the worker', '/h5/version.txt'],
])('a visit after a deployment makes way for the new version at once, where the page %s', async (_, path) => {
  const { page, close } = await open()
  await page.goto('about:blank')
  site.deploy('third')
  const release = site.hold(path)
  await page.goto(`${site.origin}/h5/`)
  if (path.endsWith('.txt')) {
    await keeps(page, 'third')
    release()
  }
  await shows(page, 'third')
  release()
  await close()
})

test('a page on which the user has begun something stays, and offers the new version', async () => {
  const { page, actor, close } = await open()
  const first = await versionOf(page)
  await page.goto('about:blank')
  site.deploy('fourth')
  const release = site.hold('/h5/version.txt')
  await page.goto(`${site.origin}/h5/#/pages/index/index`)
  await page.waitForFunction(() => document.querySelector('body > .first') === null)
  await actor.presses(t('common.customerService'))
  release()
  await actor.sees(t('shell.updateReady'))
  expect(await versionOf(page)).toBe(first)
  await close()
})
