import type { Page } from 'puppeteer-core'
import { until } from '../support/until'
import { PHONE } from './browser'
import { holdScripts } from './heldScripts'
import { countShifts, shiftsOn } from './shifts'
import { ORIGIN, visitors } from './visitors'

/** The largest part of a page is in the HTML, so that it waits for no script, on any machine. */
const arrive = visitors()
const start = (locale: 'zh-CN' | 'de-DE' = 'zh-CN') => arrive({ ...PHONE, locale })

/** The house's first example is settled a minute or two after the start. */
const exampleInPage = () =>
  until('an example in the page', async () => /"example":\{/.test(await (await fetch(`${ORIGIN}/h5/`)).text()), {
    everyMs: 500,
    withinMs: 180_000,
  })

/** From the next document on, the page remembers what the browser calls its largest paint. */
const watchLargest = (page: Page) =>
  page.evaluateOnNewDocument(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element: Element | null; size: number })[]) {
        Object.assign(window, { largest: { name: entry.element?.className, size: entry.size } })
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
const largestOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { largest?: { name: string; size: number } }).largest)

test.each(['/', '/pages/index/index', '/pages/Detail/Detail?symbol=BTCUSDT'])(
  'the largest paint of %s needs no script, and nothing shifts',
  async (path) => {
    await exampleInPage()
    const { page, close } = await start()
    await watchLargest(page)
    await countShifts(page, '')
    const release = await holdScripts(page)
    const loaded = page.goto(`${ORIGIN}/h5/#${path}`)
    await page.waitForSelector('body > .first')
    const early = await until('a paint', () => largestOn(page))
    release()
    await loaded
    await page.waitForFunction(() => document.querySelector('body > .first') === null)
    await page.waitForNetworkIdle()
    if (path.includes('Detail')) await page.waitForSelector('.price-chart canvas')
    expect(await largestOn(page)).toEqual(early)
    expect((await shiftsOn(page)).sum).toBeLessThan(0.001)
    await close()
  },
)

/** The texts of the card and their places, without the times, which the app alone knows. */
const cardIn = (page: Page, root: string) =>
  page.$eval(`${root} .check-card`, (card) =>
    [
      ...card.querySelectorAll(
        '.check-card__head :is(.strong, .block, .check-card__direction), .check-card__prices > *, .check-card__call, .check-card__step > :not(.check-card__tick)',
      ),
    ]
      .filter((part) => !part.matches('.check-card__step:first-child .check-card__evidence'))
      .map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect()
        return [part.textContent, ...[left, top, width, height].map(Math.round)]
      }),
  )

test.each(['zh-CN', 'de-DE'] as const)(
  'in %s the card of welcome is painted before the script, and then ticked off',
  async (locale) => {
    await exampleInPage()
    const { page, complaints, close } = await start(locale)
    await countShifts(page, '')
    const release = await holdScripts(page)
    const loaded = page.goto(`${ORIGIN}/h5/`)
    await page.waitForSelector('.first .check-card')
    const painted = await cardIn(page, '.first')
    expect(painted.length).toBeGreaterThan(10)
    expect(await page.$eval('.first .check-card', (card) => card.outerHTML)).not.toMatch(/\[\[|\{\{|undefined|NaN/)
    const line = () => page.$$eval('.check-card__line', (parts) => parts.map(({ innerHTML }) => innerHTML))
    const drawn = await line()
    release()
    await loaded
    await page.waitForFunction(() => document.querySelector('body > .first') === null)
    expect(await cardIn(page, '.screen')).toEqual(painted)
    await page.waitForSelector('.check-card__foot--holds')
    expect(await cardIn(page, '.screen')).toEqual(painted)
    expect(await line()).toEqual(drawn)
    expect((await shiftsOn(page)).sum).toBeLessThan(0.001)
    expect(complaints).toEqual([])
    await close()
  },
)
