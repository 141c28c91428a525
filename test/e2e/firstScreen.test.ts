import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Page } from 'puppeteer-core'
import type { Locale } from '../../contract/locales'
import { pause, until } from '../support/until'
import { createActor } from './actor'
import { PHONE } from './browser'
import { holdScripts } from './heldScripts'
import { containing, textsOf } from './texts'
import { ORIGIN, visitors } from './visitors'

/** The HTML paints the first screen; the app takes over. What is painted must be what the app shows. */
const arrive = visitors()

/** Any host that can serve files: it puts no data into the page, sends no policy, and has no API. */
async function plainHost() {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', ORIGIN)
    const file = join(__dirname, '../../dist', pathname.endsWith('/') ? `${pathname}index.html` : pathname)
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

/** Parts that no early page needs: the other stores and the other texts. */
const THE_REST = /\/h5\/static\/js\/(later|locale-[\w-]+-rest)/
const isMarked = (page: Page, name: string) => page.$(`.nav-bar button[aria-label="${name}"]`).then(Boolean)

/** Boxes of what both the painted copy and the app have, rounded to CSS pixels. */
const boxesIn = (page: Page, root: string) =>
  page.evaluate((scope) => {
    const parts = ['.screen__band', '.brand', '.card--hero', '.quick-actions', '.home-tabs', '.tab-bar']
    const others = ['.welcome__head', '.welcome__slogan', '.welcome__proof', '.welcome__actions', '.nav-bar']
    const boxes = [...parts, ...others].map((selector) => {
      const element = document.querySelector(`${scope} ${selector}`)
      if (!element) return undefined
      const { left, top, width, height } = element.getBoundingClientRect()
      const { color, backgroundColor } = getComputedStyle(element)
      return [selector, ...[left, top, width, height].map(Math.round), color, backgroundColor]
    })
    return boxes.filter((box) => box !== undefined && box[3] !== 0)
  }, root)

const start = (locale: Locale, dark: boolean) => arrive({ ...PHONE, dark, locale })

/** The stable parts of the products on a page while their prices change: names and places. */
const productsIn = (page: Page, root: string, parts: string) =>
  page.evaluate(
    (scope, selector) =>
      [...document.querySelectorAll<HTMLElement>(`${scope} ${selector}`)].map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect()
        const name = part.querySelector('.product-row__title')?.textContent ?? ''
        return [name, ...[left, top, width, height].map(Math.round)]
      }),
    root,
    parts,
  )

/** The server puts them into the page once it has them. */
const productsInPage = () =>
  until('products', async () => (await (await fetch(`${ORIGIN}/h5/`)).text()).includes('"first-sparks"'), {
    everyMs: 100,
  })

describe.each([
  ['zh-CN', false],
  ['de-DE', true],
  ['th-TH', false],
] as const)('in %s, dark: %s', (locale, dark) => {
  const t = textsOf(locale)
  test.each([
    ['/', t('auth.sloganProof'), undefined],
    ['/pages/index/index', t('guess.ask'), '.product-row'],
    ['/pages/Detail/Detail?symbol=BTCUSDT', 'BTC/USDT', '.product-head, .product-head__figure'],
  ])('%s is painted before the script, in the places of the app', async (path, said, products) => {
    await productsInPage()
    const { page, complaints, close } = await start(locale, dark)
    const release = await holdScripts(page)
    const loaded = page.goto(`${ORIGIN}/h5/#${path}`)
    await page.waitForSelector(`body > .first ${products ? `:is(${products})` : ''}`)
    const text = await page.$eval('.first', (copy) => copy.textContent ?? '')
    expect(text).toContain(said)
    expect(text).not.toMatch(/\[\[|\{\{/)
    if (products) expect(text).toMatch(/[▲▼] [+−]/)
    // The free guess has its price as well: the largest text of home, for which nobody should wait.
    const guessed = await page.$$eval('.first .guess__price', (prices) => prices.map((one) => one.textContent))
    expect(guessed).toEqual(path.includes('index') ? [expect.stringMatching(/^\d/)] : [])
    const painted = await boxesIn(page, 'body > .first')
    expect(painted.length).toBeGreaterThan(1)
    const listed = await productsIn(page, 'body > .first', products ?? '.product-row')
    expect(listed.length > 0).toBe(products !== undefined)
    release()
    await loaded
    await page.waitForFunction(() => document.querySelector('body > .first') === null)
    expect(await boxesIn(page, 'body')).toEqual(painted)
    expect(await productsIn(page, '.taro_page', products ?? '.product-row')).toEqual(listed)
    expect(complaints).toEqual([])
    await close()
  })
})

test('texts of another language that come later than the app itself paint nothing over it', async () => {
  const { page, complaints, close } = await start('de-DE', false)
  const release = await holdScripts(page, /\/h5\/static\/texts\//)
  await page.goto(`${ORIGIN}/h5/#/pages/index/index`, { waitUntil: 'domcontentloaded' })
  await page.waitForSelector('#app .screen button')
  await page.waitForFunction(() => document.getElementById('first-css') === null)
  const texts = page.waitForResponse((answer) => answer.url().includes('/static/texts/'))
  release()
  await texts
  await pause(300)
  expect(await page.$('body > .first')).toBeNull()
  expect(complaints).toEqual([])
  await close()
})

test.each([
  ['.home-hero__ways button:last-child', '/pages/login/login'],
  ['.product-row', '/pages/Detail/Detail'],
])('a tap on %s before the app is there is not lost', async (part, target) => {
  const { page, actor, close } = await start('zh-CN', false)
  await (await fetch(`${ORIGIN}/h5/`)).text()
  const release = await holdScripts(page)
  const loaded = page.goto(`${ORIGIN}/h5/#/pages/index/index`)
  await page.waitForSelector(`.first ${part}`)
  const box = await page.$eval(`.first ${part}`, (button) => button.getBoundingClientRect().toJSON())
  await page.mouse.click(box.left + box.width / 2, box.top + box.height / 2)
  release()
  await loaded
  await actor.arrivesAt(target)
  await close()
})

test("a product's page is ready before what trades on it, and no tap is lost: neither on its painted star nor on a button", async () => {
  const t = textsOf('zh-CN')
  const { page, actor, complaints, close } = await start('zh-CN', false)
  const release = await holdScripts(page)
  const loaded = page.goto(`${ORIGIN}/h5/#/pages/Detail/Detail?symbol=BTCUSDT`)
  const star = await page.waitForSelector(`.first button[aria-label="${t('trade.addFavourite')}"]`)
  await star?.click()
  release(THE_REST)
  await loaded
  await page.waitForFunction(() => document.querySelector('body > .first') === null)
  expect(await actor.has('tab', containing('5m'))).toBe(false)
  expect(await isMarked(page, t('trade.addFavourite'))).toBe(true)
  await (await page.$('.screen .button--down'))?.click()
  release()
  await until('the ticket', () => actor.has('dialog', containing(t('trade.sellDown'))))
  expect(await isMarked(page, t('trade.removeFavourite'))).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

test('a finger that is down while the app takes over still taps: the free guess runs', async () => {
  const t = textsOf('zh-CN')
  const { page, actor, complaints, close } = await start('zh-CN', false)
  const release = await holdScripts(page)
  const loaded = page.goto(`${ORIGIN}/h5/#/pages/index/index`)
  const up = await page.waitForSelector(`.first ::-p-text(▲ ${t('guess.higher')})`)
  await up?.hover()
  await page.mouse.down()
  release()
  await loaded
  await page.waitForSelector('.screen .guess__ways')
  // Long enough for the app to take over, had it not waited.
  await pause(1_500)
  await page.mouse.up()
  await page.waitForFunction(() => document.querySelector('body > .first') === null)
  await actor.reads('timer')
  expect(complaints).toEqual([])
  await close()
})

test('a page that is opened before the rest of the app has come waits for it', async () => {
  const t = textsOf('zh-CN')
  const { page, actor, complaints, close } = await start('zh-CN', false)
  const release = await holdScripts(page, THE_REST)
  // A held file may be requested before the page has loaded, which then waits for it.
  const loaded = page.goto(`${ORIGIN}/h5/#/pages/index/index`)
  await page.waitForFunction(() => document.querySelector('body > .first') === null)
  await actor.sees('BTC/USDT')
  await actor.presses(t('home.login'))
  await actor.reads('status', t('common.loading'))
  expect(await actor.has('heading', t('auth.loginTitle'))).toBe(false)
  release()
  await loaded
  await actor.sees(t('auth.loginTitle'))
  // The page is drawn below the placeholder before the placeholder goes.
  await page.waitForFunction(() => document.getElementById('page-cover') === null)
  expect(complaints).toEqual([])
  await close()
})

test('home goes on without the rest of the app while that cannot be had, and asks again', async () => {
  const t = textsOf('zh-CN')
  const { page, actor, close } = await start('zh-CN', false)
  let refused = 0
  let refuses = true
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    if (!refuses || !THE_REST.test(request.url())) return void request.continue()
    refused += 1
    void request.abort('failed')
  })
  await page.goto(`${ORIGIN}/h5/#/pages/index/index`)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await actor.presses(t('common.customerService'))
  await actor.sees('BTC/USDT')
  expect(refused).toBeGreaterThan(0)
  refuses = false
  // The effect of an early tap is there as soon as it can be.
  await page.waitForSelector('[role="dialog"]')
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  await close()
})

test('where the policy refuses the inline script, the app comes up without it', async () => {
  const t = textsOf('zh-CN')
  const { page, actor, close } = await start('zh-CN', false)
  const answer = await fetch(`${ORIGIN}/h5/`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self'(?: 'sha256-[^']+'){6};/)
  const headers = { 'content-security-policy': policy.replace(/ 'sha256-[^']+'/g, '') }
  const body = await answer.text()
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    if (request.isNavigationRequest()) void request.respond({ contentType: 'text/html; charset=utf-8', headers, body })
    else void request.continue()
  })
  await actor.open('/pages/index/index')
  await actor.sees(t('home.recommended'))
  expect(await page.$eval('.tab-bar', (bar) => bar.getBoundingClientRect().bottom)).toBe(PHONE.height)
  await close()
})

test('any other host serves a plain build that works', async () => {
  const t = textsOf('de-DE')
  const host = await plainHost()
  const { page, close } = await start('de-DE', false)
  const actor = createActor(page, host.address)
  const release = await holdScripts(page)
  const loaded = page.goto(`${host.address}/h5/#/pages/index/index`)
  await page.waitForSelector('body > .first')
  const painted = await page.$eval('.first', (copy) => copy.textContent ?? '')
  expect(painted).toContain(t('guess.ask'))
  expect(painted).not.toMatch(/\[\[|\{\{/)
  release()
  await loaded
  await page.waitForFunction(() => document.querySelector('body > .first') === null)
  await actor.sees(t('home.recommended'))
  await actor.sees(t('common.loadFailed'))
  await actor.presses(t('home.login'))
  await actor.sees(t('auth.loginTitle'))
  await close()
  host.stop()
})

/** A file that is preloaded and never used: the warning about it tells the test that the browser has looked. */
const IN_VAIN = '/h5/touch-180.png'

test.each(['/', '/pages/index/index', '/pages/set/set'])('on %s nothing is preloaded in vain', async (path) => {
  const { page, close } = await start('zh-CN', false)
  const unused: string[] = []
  page.on('console', (message) => {
    const url = /resource (\S+) was preloaded/.exec(message.text())?.[1]
    if (url) unused.push(new URL(url).pathname)
  })
  await page.evaluateOnNewDocument((href) => {
    addEventListener('DOMContentLoaded', () =>
      document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', href })),
    )
  }, IN_VAIN)
  await page.goto(`${ORIGIN}/h5/#${path}`)
  await until('the browser to tell what nobody used', () => unused.includes(IN_VAIN), {
    everyMs: 100,
  })
  expect(unused).toEqual([IN_VAIN])
  await close()
})

/** A visit of home until the stream is there; what it asked the API for. */
async function askedAtHome(locale: Locale, name: string): Promise<string[]> {
  const { page, close } = await start(locale, false)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  const session = await page.createCDPSession()
  await session.send('Network.enable')
  const live = new Promise((resolve) => session.once('Network.webSocketFrameReceived', resolve))
  await page.goto(`${ORIGIN}/h5/#/pages/index/index`)
  await page.waitForFunction(
    (text) => document.querySelector('.taro_page .home__list')?.textContent?.includes(text),
    {},
    name,
  )
  await live
  await close()
  return asked
}

test('products come with the page in the language of the reader, and are not asked for again', async () => {
  const list = await fetch(`${ORIGIN}/api/products`, { headers: { 'accept-language': 'de-DE' } })
  const { items } = (await list.json()) as { items: { symbol: string; name: string }[] }
  const name = items.find(({ symbol }) => symbol === 'XAUUSD')?.name ?? ''
  await until('the names', async () => (await (await fetch(`${ORIGIN}/h5/`)).text()).includes(`"XAUUSD":"${name}"`), {
    everyMs: 200,
  })
  // A visit that takes more than ten seconds to start may ask again.
  await until('a visit without a question', async () => (await askedAtHome('de-DE', name)).length === 0, {
    everyMs: 0,
  })
})
