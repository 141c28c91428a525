import type { HTTPRequest, Page } from 'puppeteer-core'
import { TAB_ROUTES } from '../../src/routes'
import { pause, until } from '../support/until'
import { PHONE } from './browser'
import { textsOf } from './texts'
import { visitors } from './visitors'

/** Where the tab bar is while pages come and while the user taps it: unit tests see no layout. */
const t = textsOf('zh-CN')
const arrive = visitors()

const boxes = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => {
      const { top, bottom, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
      return { top, bottom, height }
    }
    return { band: box('.screen__band'), bar: box('.tab-bar'), cover: box('#page-cover') }
  })

/** Keeps back the scripts that are asked for, until they are let through. */
async function holdScripts(page: Page) {
  const held: HTTPRequest[] = []
  let holds = true
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    if (holds && request.url().includes('/h5/static/js/')) held.push(request)
    else void request.continue()
  })
  return {
    held,
    /** Those that are asked for from now on come at once. */
    end: () => {
      holds = false
    },
    release: () => Promise.all(held.map((request) => request.continue())),
  }
}

test('while a page is slow its cover is between the notice of the market and the tab bar, which stays in reach', async () => {
  const { page, actor, close } = await arrive()
  await actor.open('/pages/index/index')
  await actor.sees(t('home.recommended'))
  const before = await boxes(page)
  expect(before.bar.bottom).toBe(PHONE.height)
  const scripts = await holdScripts(page)
  await actor.presses(t('tab.news'), 'link')
  await actor.reads('status', t('common.loading'))
  const during = await boxes(page)
  expect(during.bar).toEqual(before.bar)
  const { top, bottom } = during.cover
  expect(before.band.height).toBeGreaterThan(0)
  expect({ top, bottom }).toEqual({ top: before.band.bottom, bottom: before.bar.top })
  const isReached = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('.tab-bar') !== null, {
    x: PHONE.width / 8,
    y: PHONE.height - 20,
  })
  expect(isReached).toBe(true)
  scripts.end()
  await scripts.release()
  await actor.arrivesAt('/pages/news/news')
  await page.waitForFunction(() => document.getElementById('page-cover') === null)
  expect((await boxes(page)).bar).toEqual(before.bar)
  await close()
})

test('a page that arrives after the user has gone on does not cover the one that is shown', async () => {
  const { page, actor, close } = await arrive()
  // Its scripts are there, so that it waits for none that both pages share.
  await actor.open('/pages/welcome/welcome')
  await actor.reads('button', t('auth.logIn'))
  await actor.open('/pages/index/index')
  await actor.sees(t('home.recommended'))
  const scripts = await holdScripts(page)
  await actor.presses(t('tab.news'), 'link')
  await until('its script is asked for', () => scripts.held.length > 0)
  scripts.end()
  await page.evaluate(() => Object.assign(location, { hash: '/pages/welcome/welcome' }))
  await actor.reads('button', t('auth.logIn'))
  await scripts.release()
  await page.waitForNetworkIdle()
  const shown = () => page.$$eval('.taro_page_show', (found) => found.map(({ id }) => id))
  expect(await shown()).toHaveLength(1)
  await actor.reads('button', t('auth.logIn'))
  await close()
})

test('rows that are pressed again and again while a page is slow open one page, and back leads to the list', async () => {
  const { page, actor, close } = await arrive()
  await actor.open('/pages/index/index')
  await actor.sees(t('home.recommended'))
  await actor.open('/pages/set/set')
  await actor.reads('heading', t('title.settings'))
  await page.waitForNetworkIdle()
  const scripts = await holdScripts(page)
  const press = (...labels: string[]) =>
    page.evaluate((names) => {
      const rows = [...document.querySelectorAll<HTMLElement>('.taro_page_show button')]
      for (const name of names) rows.find(({ textContent }) => textContent?.includes(name))?.click()
    }, labels)
  const about = t('title.about')
  await press(about, about, t('title.privacy'))
  await until('its script is asked for', () => scripts.held.length > 0)
  await actor.reads('status', t('common.loading'))
  // By keys, under the placeholder.
  await press(about)
  scripts.end()
  await scripts.release()
  await actor.reads('heading', about)
  await actor.presses(t('common.back'))
  await actor.reads('heading', t('title.settings'))
  // And again at once.
  await press(about)
  await actor.reads('heading', about)
  await close()
})

test('who comes back in another language has the tabs in that language', async () => {
  const { page, actor, close } = await arrive()
  const words = textsOf('de-DE')
  await actor.open('/pages/welcome/welcome')
  await page.evaluate(() => localStorage.setItem('language', 'de-DE'))
  await page.reload()
  await actor.open('/pages/index/index')
  await actor.sees(words('home.recommended'))
  const labels = () => page.$$eval('.tab-bar .tab-bar__label', (found) => found.map((label) => label.textContent))
  const wanted = TAB_ROUTES.map(({ tab }) => words(tab.key))
  await until('the tabs say it', async () => (await labels()).join() === wanted.join())
  await close()
})

test('a tap on the tab that is shown scrolls its page to the top and leaves it as it is', async () => {
  const { page, actor, close } = await arrive()
  await actor.open('/pages/index/index')
  // The painted copy is seen first.
  await page.waitForFunction(() => document.querySelector('body > .first') === null)
  await actor.sees(t('home.recommended'))
  const before = await boxes(page)
  const scrolled = () => page.evaluate(() => document.querySelector('.taro_tabbar_page')?.scrollTop)
  await page.evaluate(() => document.querySelector('.taro_tabbar_page')?.scrollTo(0, 10_000))
  expect(await scrolled()).toBeGreaterThan(0)
  await actor.presses(t('tab.home'), 'link')
  await page.waitForFunction(() => document.querySelector('.taro_tabbar_page')?.scrollTop === 0)
  // A cover would come after 200 ms.
  await pause(600)
  expect(await boxes(page)).toEqual({ ...before, cover: {} })
  await actor.sees(t('home.recommended'))
  // The same address again, as from a link to it.
  await page.evaluate(() => Object.assign(location, { hash: '/pages/index/index' }))
  await pause(600)
  expect(await boxes(page)).toEqual({ ...before, cover: {} })
  await close()
})
