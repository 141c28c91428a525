import type { Browser, Frame, KeyInput, Page } from 'puppeteer-core'
import { buildConsoleGallery, serveGallery } from '../../scripts/lib/gallery.mjs'
import { launch, visit } from '../e2e/browser'
import type { ConsoleGallery } from './console/app'
import { ACCOUNTS, DEPOSITS } from './console/itemKeys'
import type { Look } from './console/looking'

/** Every page of the staff console, its states and all that opens there, over an invented server: how each of them looks. */

/** How most staff work. */
const DESK = [1280, 900] as const
/** A small laptop, a tablet that is held upright, the desk's screen with text twice as large, and a phone. */
const NARROW = [
  [1000, 700],
  [820, 1180],
  [640, 450],
  [390, 844],
] as const

const WIDE = { width: DESK[0], height: DESK[1] }
const NARROW_WINDOW = { width: 390, height: 844 }

const isLong = process.env.GALLERY === 'all'

/**
 * In narrow windows and in Chinese each page is looked at, and every third of its other states with all that opens there, in
 * turn; the long run has all of all.
 */
const TURNS = 3

type Pass = Omit<Look, 'opens'> & { turn?: number }
const closely = isLong ? 'all' : 'pages'
const LOOKS: [string, Pass][] = [
  ['in English, light', { locale: 'en', dark: false, shapes: [DESK], closely: 'all', presses: true }],
  ['in narrow windows', { locale: 'en', dark: true, shapes: NARROW, closely: 'none', presses: false, turn: 0 }],
  ['in Chinese, dark', { locale: 'zh-CN', dark: true, shapes: [DESK], closely, presses: false, turn: 1 }],
]
if (isLong)
  LOOKS.push([
    'in Chinese, in narrow windows',
    { locale: 'zh-CN', dark: false, shapes: NARROW, closely, presses: false },
  ])

/** Problems that are known, as the ends of their lines: the list only gets shorter. */
const KNOWN: RegExp[] = [
  // A switch holds the words of its other side out of sight, a list what it says for those who do not see it.
  / overflow: (?:ant-switch-inner)? cuts .+$/,
  / clipped: : .+$/,
  // A choice that is longer than its field ends in an ellipsis.
  / clipped: ant-select-content .+$/,
  // Tabs that do not fit are in a list at the end.
  / overflow: ant-tabs-nav-wrap.* cuts .+$/,
  // The head of a bank's file moves sideways with its lines.
  /^statements: describe a file .+ overflow: (?:ant-table.*|: .*)$/,
]

let browser: Browser
let served: Awaited<ReturnType<typeof serveGallery>>
beforeAll(async () => {
  // Chromium draws the corner of the page only; what is measured is laid out all the same.
  browser = await launch('chromium shell', { window: { width: 320, height: 240 } })
  served = await serveGallery(await buildConsoleGallery())
})
afterAll(async () => {
  served.close()
  await browser.close()
})

/** Runs in the page. */
const hasStarted = () => 'gallery' in window
const pagesOf = () => (window as unknown as { gallery: ConsoleGallery }).gallery.pages
const show = (name: string) => (window as unknown as { gallery: ConsoleGallery }).gallery.show(name)
const settled = () => (window as unknown as { gallery: ConsoleGallery }).gallery.settled()
const changesSoFar = () => (window as unknown as { gallery: ConsoleGallery }).gallery.changes
const lookAt = (...look: Parameters<ConsoleGallery['look']>) =>
  (window as unknown as { gallery: ConsoleGallery }).gallery.look(...look)

async function openGallery() {
  const { page, complaints, close } = await visit(browser, { width: 1280, height: 1200 })
  // Nothing is in between: every picture is the last of its motion.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  await page.goto(`${served.origin}/consoleFrame.html`)
  const frame = await (await page.waitForSelector('iframe'))?.contentFrame()
  if (!frame) throw new Error('the page has no frame')
  await frame.waitForFunction(hasStarted)
  return { frame, complaints, close }
}

/** A page that does not come is a problem, too, and keeps no other from being looked at. */
async function problemsIn(frame: Frame, { turn, ...how }: Pass): Promise<string[]> {
  const problems: string[] = []
  for (const [index, { name, isFirst }] of (await frame.evaluate(pagesOf)).entries()) {
    const opens = isLong || turn === undefined || index % TURNS === turn
    if (!opens && !isFirst) continue
    const look = frame.evaluate(lookAt, name, { ...how, opens })
    problems.push(...(await look.catch((error: unknown) => [`${name} ${how.locale} ${error}`])))
  }
  return problems.filter((problem) => !KNOWN.some((known) => known.test(problem)))
}

test.each(LOOKS)('every page of the console and all that opens there, %s', async (_, how) => {
  const { frame, complaints, close } = await openGallery()
  const problems = await problemsIn(frame, how)
  await close()
  expect(problems).toEqual([])
  expect(complaints).toEqual([])
})

describe('the keys, and an item beside its list', () => {
  let page: Page
  beforeAll(async () => {
    const opened = await visit(browser, WIDE)
    page = opened.page
    const clipboard = ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'] as const
    await page.browserContext().overridePermissions(served.origin, [...clipboard])
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
    await page.goto(`${served.origin}/console.html`)
    await page.waitForFunction(hasStarted)
  })
  afterAll(() => page.browserContext().close())

  const shows = (name: string) => page.evaluate(show, name)
  const opened = () => new URL(page.url()).searchParams.get('open')
  const presses = async (...keys: KeyInput[]) => {
    for (const key of keys) await page.keyboard.press(key)
    await page.evaluate(settled)
  }
  const sees = (text: string) => page.waitForFunction((part) => document.body.textContent?.includes(part), {}, text)
  /** Waits until a dialog asks, or until none has the keyboard to itself. */
  const asks = (does: boolean) =>
    page.waitForSelector(does ? '.ant-modal-confirm' : '.ant-modal-wrap', does ? { visible: true } : { hidden: true })
  const changes = () => page.evaluate(changesSoFar)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const leaves = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

  test('in a wide window the item opens next to its list, and J and K go through it', async () => {
    await shows('deposits')
    expect(opened()).toBe(DEPOSITS.matched)
    await presses('j')
    expect(opened()).toBe(DEPOSITS.free)
    await presses('k', 'k')
    expect(opened()).toBe(DEPOSITS.matched)
    const [list, item] = await page.$$eval('.split__list, .split__item', (parts) =>
      parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect),
    )
    expect(list && item && item.left >= list.right && item.top === list.top && item.right <= DESK[0]).toBe(true)
    expect(await page.$('.ant-drawer-open')).toBeNull()
  })

  test('C claims, then copies one value after the other; P and R ask first, and change nothing by themselves', async () => {
    await shows('deposits: free')
    await presses('c')
    await sees('Yours until')
    expect(await changes()).toEqual(['claimItem'])
    await presses('c')
    expect(await copied()).toBe('80.00')
    await presses('c')
    expect(await copied()).toBe(DEPOSITS.free)
    await presses('p')
    await asks(true)
    // A dialog that asks has the keyboard to itself.
    await presses('j')
    expect(opened()).toBe(DEPOSITS.free)
    await presses('Escape')
    await asks(false)
    await presses('r')
    await asks(true)
    await sees('Reason shown to the user')
    await presses('Escape')
    await asks(false)
    expect(await changes()).toEqual(['claimItem'])
  })

  test('keys do nothing while somebody types, and nothing once they are turned off', async () => {
    await shows('deposits')
    await presses('/')
    expect(await page.evaluate(() => document.activeElement?.matches('input[aria-keyshortcuts="/"]'))).toBe(true)
    await presses('j', 'p', 'r', 'c')
    expect([opened(), await page.$('.ant-modal-confirm'), await changes()]).toEqual([DEPOSITS.matched, null, []])
    await leaves()
    await presses('?')
    await sees('Shortcuts are off while you type')
    await page.locator('#keys-on').click()
    await presses('Escape')
    await asks(false)
    await presses('j')
    expect(opened()).toBe(DEPOSITS.matched)
    await page.locator('button ::-p-text(Shortcuts)').click()
    await page.locator('#keys-on').click()
    await presses('Escape')
    await asks(false)
    await presses('j')
    expect(opened()).toBe(DEPOSITS.free)
  })

  test('the menu says what waits and until when; a second person agrees with a key only after a dialog', async () => {
    await shows('proposals')
    const menu = await page.$eval('.menu', ({ textContent }) => textContent)
    expect(menu).toMatch(/Withdrawals\s*\d+ min\s*\d+\s*, \d+ waiting, the oldest submitted .*ago, next due in/)
    await presses('p')
    await page.waitForSelector('.ant-modal-confirm .facts', { visible: true })
    expect(await changes()).toEqual([])
    await presses('Enter')
    await sees('Done.')
    expect(await changes()).toEqual(['agreeToProposal'])
  })

  test('what waits for a second person shows the proposal in place of its buttons', async () => {
    await shows('deposits: proposed')
    await sees('bea proposed: Credit deposit')
    const buttons = await page.$$eval('.sheet__bar button', (all) => all.map((each) => each.textContent))
    expect(buttons).toEqual(['Release'])
  })

  test('age and deadline are told in words, and the deadline by three colors', async () => {
    await shows('verifications')
    const dueOf = (account: string) =>
      page.$$eval(
        '.rows > li',
        (rows, text) => {
          const row = rows.find((each) => each.textContent?.includes(text))
          const due = [...(row?.querySelectorAll('.ant-tag') ?? [])].find(({ textContent }) => /due/.test(textContent))
          return { text: row?.textContent, color: due && getComputedStyle(due).backgroundColor }
        },
        account,
      )
    const [fresh, late, over] = [await dueOf(ACCOUNTS.fresh), await dueOf(ACCOUNTS.late), await dueOf(ACCOUNTS.over)]
    expect(fresh.text).toMatch(/0 minutes ago/)
    expect(late.text).toMatch(/20 hours ago.*due in [34] hr/)
    expect(over.text).toMatch(/1 day ago.*overdue/)
    expect(new Set([fresh.color, late.color, over.color]).size).toBe(3)
  })

  test('a window that becomes narrower or wider keeps the open item, with what was typed into it', async () => {
    await shows('users')
    const note = '::-p-aria([name="Internal note (cannot be changed later)"][role="textbox"])'
    const typed = () => page.$eval('.sheet textarea', (field) => (field as HTMLTextAreaElement).value)
    await page.locator(note).fill('called twice')
    await page.setViewport(NARROW_WINDOW)
    const drawer = await page.waitForSelector('.ant-drawer-open .ant-drawer-section', { visible: true })
    expect((await drawer?.boundingBox())?.width).toBe(NARROW_WINDOW.width)
    expect(await typed()).toBe('called twice')
    await page.setViewport(WIDE)
    await page.waitForSelector('.split__item .sheet', { visible: true })
    expect(await typed()).toBe('called twice')
    await page.setViewport(NARROW_WINDOW)
    await leaves()
    await presses('Escape')
    expect([opened(), await page.$('.ant-drawer-open')]).toEqual([null, null])
    await page.setViewport(WIDE)
  })

  test.each(['staff', 'products', 'content', 'reasons', 'audit', 'proposals', 'withdrawals', 'keys'])(
    '%s: J and K go through the list as through every other, and / searches it',
    async (name) => {
      await shows(name)
      const rows = () => page.$$eval('a.row', (all) => all.map((row) => row.getAttribute('aria-current') === 'true'))
      const index = async () => (await rows()).indexOf(true)
      for (let step = (await rows()).length; step > 0 && (await index()) !== 0; step -= 1) await presses('k')
      const indices: number[] = []
      for (const key of ['j', 'k'] as const) {
        await presses(key)
        indices.push(await index())
      }
      expect(indices).toEqual([Math.min(1, (await rows()).length - 1), 0])
      const words = await page.$eval('a.row[aria-current] b', ({ textContent }) => textContent ?? '')
      expect(await page.$eval('.split__item', ({ textContent }) => textContent)).toContain(words)
      // These are searched by the server.
      if (['withdrawals', 'keys'].includes(name)) return
      await presses('/')
      await page.keyboard.type('no such words')
      await presses('Enter')
      await sees('Nothing matches.')
      expect(await rows()).toEqual([])
    },
  )
})
