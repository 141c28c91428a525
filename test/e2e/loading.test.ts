import type { HTTPRequest, Page } from 'puppeteer-core'
import { containing, textsOf } from './texts'
import { visitors } from './visitors'

/** PRODUCT.md 6.2: placeholder, retry and chunk time-out. Each is met by holding or failing the real response. */
const t = textsOf('zh-CN')
const PAGE = '/pages/aboutUs/aboutUs'
/** Waits of half a minute and more pass this many times as fast in the page; shorter ones take their time. */
const HASTE = 30
const arrive = visitors()

/** Runs in the page, before its scripts. */
function hurryLongWaits(times: number) {
  const real = window.setTimeout
  const hurried = (handler: TimerHandler, ms = 0, ...rest: unknown[]) =>
    real(handler, ms >= 30_000 ? ms / times : ms, ...rest)
  window.setTimeout = hurried as typeof window.setTimeout
}

type Fate = 'passes' | 'waits' | 'fails'

/** Scripts of pages that are asked for from now on meet this fate; `release` lets those that wait continue. */
async function controlChunks(page: Page) {
  let fate: Fate = 'passes'
  const held: HTTPRequest[] = []
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const isChunk = request.url().includes('/h5/static/js/')
    if (!isChunk || fate === 'passes') void request.continue()
    else if (fate === 'fails') void request.abort('failed')
    else held.push(request)
  })
  return {
    set: (next: Fate) => {
      fate = next
    },
    release: async () => {
      fate = 'passes'
      await Promise.all(held.splice(0).map((request) => request.continue().catch(() => undefined)))
    },
  }
}

async function start(haste = 1) {
  const { page, actor, close } = await arrive()
  if (haste > 1) await page.evaluateOnNewDocument(hurryLongWaits, haste)
  const chunks = await controlChunks(page)
  await actor.open('/pages/login/login')
  await actor.sees(t('auth.loginTitle'))
  const go = () =>
    page.evaluate(async (path) => {
      // Its title may be there while the rest of the login page, under its own placeholder, is still to come.
      while (document.getElementById('page-cover')) await new Promise(requestAnimationFrame)
      Object.assign(window, { leftAt: performance.now(), isSameDocument: true })
      location.hash = path
    }, PAGE)
  return { actor, chunks, close, go, page }
}

const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window)

test('a slow page has a placeholder after 200 ms, and then shows', async () => {
  const { actor, chunks, close, go, page } = await start()
  chunks.set('waits')
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.getElementById('page-cover')) Object.assign(window, { coveredAt: performance.now() })
    }).observe(document.body, { childList: true, subtree: true })
  })
  await go()
  await actor.reads('status', t('common.loading'))
  const delay = await page.evaluate(() => {
    const { coveredAt, leftAt } = window as unknown as { coveredAt: number; leftAt: number }
    return coveredAt - leftAt
  })
  expect(delay).toBeGreaterThanOrEqual(195)
  const placeOf = (selector: string) =>
    page.$$eval(selector, (nodes) => {
      const shown = nodes.filter((node) => node.checkVisibility()).at(-1)
      const { x = 0, y = 0, height = 0 } = shown?.getBoundingClientRect() ?? {}
      return { text: shown?.textContent, x: Math.round(x), y: Math.round(y), height: Math.round(height) }
    })
  const announced = await placeOf('.page-cover__name')
  await chunks.release()
  await actor.reads('heading', t('title.about'))
  // The title is there from the start, and does not move when the page comes.
  expect(await placeOf('.nav-bar__title')).toEqual(announced)
  expect(await page.evaluate(() => document.getElementById('page-cover'))).toBeNull()
  expect(await isSameDocument(page)).toBe(true)
  await close()
})

test('a page that has not come after 60 s can be asked for again', async () => {
  const { actor, chunks, close, go, page } = await start(HASTE)
  chunks.set('waits')
  await go()
  const startedAt = Date.now()
  await actor.sees(t('shell.chunk.title'))
  expect(Date.now() - startedAt).toBeGreaterThan(60_000 / HASTE - 500)
  expect(await isSameDocument(page)).toBe(true)
  chunks.set('passes')
  await actor.presses(t('common.retry'))
  await actor.reads('heading', t('title.about'))
  await close()
})

test('a chunk that does not answer for 120 s has failed: the app loads anew, once', async () => {
  const { actor, chunks, close, go, page } = await start(HASTE)
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  chunks.set('waits')
  await go()
  const startedAt = Date.now()
  await page.waitForFunction(() => !('isSameDocument' in window))
  expect(Date.now() - startedAt).toBeGreaterThan(120_000 / HASTE - 500)
  await chunks.release()
  await actor.reads('heading', t('title.about'))
  expect(await isSameDocument(page)).toBe(false)
  expect(loads).toBe(1)
  await close()
})

test('after the one reload a failing chunk leads to words and a retry, never to a loop', async () => {
  const { actor, chunks, close, go, page } = await start()
  await page.evaluate(() => {
    const version = document.querySelector('meta[name="version"]')?.getAttribute('content') ?? ''
    sessionStorage.setItem('chunk-reloaded', version)
  })
  chunks.set('fails')
  await go()
  await actor.reads('alert')
  await actor.sees(t('shell.chunk.title'))
  expect(await isSameDocument(page)).toBe(true)
  chunks.set('passes')
  await actor.presses(t('common.retry'))
  await actor.reads('heading', t('title.about'))
  await close()
})

test('a request without an answer after 60 s has failed, and says so', async () => {
  const { actor, close, page } = await start(HASTE)
  page.removeAllListeners('request')
  page.on('request', (request) => void (request.method() === 'POST' || request.continue()))
  await actor.fills(t('auth.account'), 'lin_mei88')
  await actor.fills(t('auth.password'), 'blue lantern 47 rivers')
  const startedAt = Date.now()
  await actor.presses(t('auth.logIn'))
  await actor.sees(t('errors.timeout'))
  expect(Date.now() - startedAt).toBeGreaterThan(60_000 / HASTE - 500)
  await close()
})

test('an answer that was cut off on its way is a failed load, and can be asked for again', async () => {
  const { page, actor, complaints, close } = await arrive()
  let isCut = true
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const isNews = request.url().includes('/api/news')
    void (isNews && isCut
      ? request.respond({ contentType: 'application/json', body: '{"items":[{"id":"7","ti' })
      : request.continue())
  })
  await actor.open('/pages/news/news')
  await actor.sees(t('common.loadFailed'))
  isCut = false
  await actor.presses(t('common.retry'))
  await actor.seesNoMore(t('common.loadFailed'))
  expect(complaints).toEqual([])
  await close()
})

test('offline has a band, and what was typed stays', async () => {
  const { actor, close, page } = await start()
  await actor.fills(t('auth.account'), 'lin_mei88')
  await page.setOfflineMode(true)
  await actor.sees(containing(t('shell.offline')))
  await actor.fills(t('auth.password'), 'blue lantern 47 rivers')
  await actor.presses(t('auth.logIn'))
  await actor.sees(t('errors.network'))
  expect(await actor.valueOf(t('auth.account'))).toBe('lin_mei88')
  await page.setOfflineMode(false)
  await actor.seesNoMore(containing(t('shell.offline')))
  expect(await actor.valueOf(t('auth.password'))).toBe('blue lantern 47 rivers')
  await close()
})
