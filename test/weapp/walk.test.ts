import type { Page } from 'puppeteer-core'
import type { Locale } from '../../contract/locales'
import { ROUTES } from '../../src/routes'
import { photograph } from '../e2e/browser'
import { beforeBracket, textsOf } from '../e2e/texts'
import { sharedBrowser } from '../e2e/visitors'
import { missingWidgets } from '../support/taroUi'
import { pause } from '../support/until'
import { startAsMember } from './member'
import { problemsOf } from './pageProblems'
import type { WeappActor } from './rig/actor'
import { drawingOf } from './rig/drawing'
import { ask, FOLDER, start, stopAll } from './start'

const HEIGHT = 852
const STATUS_BAR = 54
const SETTLED_MS = 300

const browser = sharedBrowser()
afterEach(stopAll)

interface Box {
  top: number
  left: number
  right: number
  bottom: number
}

/** Runs in the page: elements that are misplaced. */
function misplacedInPage(capsule: Box): string[] {
  const isSeen = (element: Element) => element.getBoundingClientRect().width > 1 && !element.closest('.sr-only')
  const nameOf = (element: Element) => `${element.className} "${(element.textContent ?? '').slice(0, 30)}"`
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) && element !== document.body
      ? true
      : scrolls(element.parentElement))
  const all = Array.from(document.querySelectorAll('body *')).filter(isSeen)
  const wide = all.filter(
    (one) => one.getBoundingClientRect().right > window.innerWidth + 1 && !scrolls(one.parentElement),
  )
  const touchable = all.filter((one) => one.matches('wx-button, wx-text, wx-input'))
  const under = touchable.filter((one) => {
    const { top, left, right, bottom } = one.getBoundingClientRect()
    return left < capsule.right && right > capsule.left && top < capsule.bottom && bottom > capsule.top
  })
  const aside = all.filter((one) => {
    if (!one.matches('wx-button') || getComputedStyle(one).display !== 'block') return false
    const range = document.createRange()
    range.selectNodeContents(one)
    const inside = range.getBoundingClientRect()
    const outside = one.getBoundingClientRect()
    return inside.height > 0 && Math.abs(inside.top + inside.bottom - outside.top - outside.bottom) > 6
  })
  return [
    ...wide.map((one) => `${nameOf(one)} is wider than the screen`),
    ...under.map((one) => `${nameOf(one)} lies under the capsule button`),
    ...aside.map((one) => `${nameOf(one)} stands off its middle`),
  ]
}

async function lookAt(page: Page, actor: WeappActor, width: number, capsule: Box): Promise<string[]> {
  await pause(SETTLED_MS)
  const { pages } = actor.program
  await page.setContent(drawingOf(FOLDER, pages.current.route, pages.tree(), width))
  return page.evaluate(misplacedInPage, capsule)
}

/** What a walk over all pages needs of the build is there. */
function expectNothingMissing({ program: { pages, styles, missing } }: WeappActor) {
  expect(pages.complaints).toEqual([])
  expect(styles.count).toBeGreaterThan(100)
  expect(styles.lost()).toEqual([])
  expect([...missing]).toEqual([])
  // WeChat warns above 1 MB a call and slows down well before.
  expect(Math.max(...pages.updates.map(({ bytes }) => bytes))).toBeLessThan(256 * 1024)
}

test.each([
  ['zh-CN', 393, 1],
  ['de-DE', 320, 1],
  ['th-TH', 360, 1],
  ['zh-CN', 375, 1.3],
] satisfies [Locale, number, number][])(
  'in %s at %i, with text %d times as large, every page opens without an error, and what is on it is named and in its place',
  async (locale, width, fontSizeScaleFactor) => {
    const t = textsOf(locale)
    const capsule = { top: 58, left: width - 95, right: width - 8, bottom: 90, width: 87, height: 32 }
    const device = {
      windowWidth: width,
      windowHeight: HEIGHT,
      statusBarHeight: STATUS_BAR,
      capsule,
      fontSizeScaleFactor,
    }
    const kept = new Map<string, unknown>()
    const { actor: first } = await startAsMember({ kept })
    const news = await ask<{ items: { id: string }[] }>(kept, `/news?locale=${locale}`)
    first.program.stop()
    kept.set('language', locale)
    const actor = await start({ kept, device, url: '/pages/index/index' })
    const page = await browser().newPage()
    await page.setViewport({ width, height: HEIGHT })
    const found: Record<string, string[]> = {}
    const look = async (name: string) => {
      const misplaced = await lookAt(page, actor, width, capsule)
      const problems = [...new Set([...problemsOf(actor, locale), ...misplaced])]
      await photograph(page, `weapp-${width}-${name.replaceAll('/', '-')}`)
      if (problems.length > 0) found[name] = problems
    }
    const query: Record<string, string> = {
      'pages/Detail/Detail': '?symbol=BTCUSDT',
      'pages/news/detail': `?id=${news.items[0]?.id}`,
    }
    for (const { path } of ROUTES) {
      await actor.open(`/${path}${query[path] ?? ''}`)
      await look(path)
    }
    await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
    await actor.presses(beforeBracket(t('trade.buyUp')))
    await look('the ticket')
    await actor.open('/pages/Detail/Detail?symbol=ETHUSDT')
    await actor.presses(t('chart.full'))
    await look('the chart in full screen')
    expect(found).toEqual({})
    expectNothingMissing(actor)
    await page.close()
  },
)

test('every widget of taro-ui that docs/TARO.md names is in the build', () => {
  expect(missingWidgets(FOLDER)).toEqual([])
})
