import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElementHandle, HTTPRequest, Page } from 'puppeteer-core'
import { AXE_OPTIONS } from '../support/axeRules'
import { until } from '../support/until'
import { KEEPS_PICTURES, OUTPUT } from './browser'
import { AXE } from './pageChecks'

/** Presses every button of a page of the console that opens something, and looks at what opens. */

type Language = 'en' | 'zh-CN'
interface Texts {
  [key: string]: string | Texts
}

/** A page that asks again and again is looked at all the same. */
const QUIET_WITHIN_MS = 5_000
const DEPTH_MAX = 4
/** Looks in a row, 20 ms apart, that find no request under way. */
const QUIET_LOOKS = 3

const textsOf = (language: Language): Texts =>
  JSON.parse(readFileSync(join(__dirname, `../../console/texts/${language}.json`), 'utf8'))

/** A text of the console by its key; "{{count}}" is 1. */
export function consoleTexts(language: Language) {
  const all = textsOf(language)
  return (key: string): string => {
    const text = key.split('/').reduce<Texts | string | undefined>((node, part) => (node as Texts)?.[part], all)
    if (typeof text !== 'string') throw new Error(`${language} has no text ${key}`)
    return text.replaceAll('{{count}}', '1')
  }
}

/** Sheets that open on a page, by the key of the button's text, and those that open from there. */
export interface Opens {
  [key: string]: Opens
}

/** Buttons that work where they are: pressed to see that nothing breaks, or left alone because they would change what is looked at. */
const PRESSED_IN_PLACE = ['do/reload', 'do/search', 'do/addDuration', 'do/addSession', 'do/verifyChain', 'noteAdd']
const LEFT_ALONE = [
  'do/claim',
  'do/release',
  'do/more',
  'do/next',
  'do/previous',
  'do/nextLine',
  'do/previousLine',
  'do/agreeAll',
  'do/close',
  'do/revoke',
  'do/remove',
  'do/save',
  'keyMake',
  'do/chooseCover',
  'passkeys/add',
  'passkeys/remove',
  'statement/import',
  'statement/describe',
]

/** A field that looks like a list and has nothing to offer. */
const TYPED_FREELY = 'field/stakePresets'

/** antd puts a space between two Chinese characters on a button; a sum on it is not part of its name. */
const nameOf = (text: string) =>
  text
    .replace(/ · [\d.,]+ [A-Z]{3}$/, '')
    .replace(/(?<=^\p{Script=Han}) (?=\p{Script=Han}$)/u, '')
    .trim()

/** Runs in the page: what lies on top, the page itself if nothing is open. */
function topLayer(): Element {
  const height = (node: Element) =>
    Number(getComputedStyle(node.closest('.ant-modal-wrap, .ant-drawer') ?? node).zIndex) || 0
  const shown = [...document.querySelectorAll('.ant-drawer-open [role=dialog], .ant-modal[role=dialog]')]
    .filter((node) => node.checkVisibility())
    .sort((one, two) => height(one) - height(two))
  return shown.at(-1) ?? document.querySelector('main') ?? document.body
}

/** Runs in the page, with `topLayer` as a source: its buttons. */
function buttonsOn(top: string): HTMLButtonElement[] {
  const layer: Element = new Function(`return (${top})()`)()
  const chrome =
    '.ant-modal-confirm-btns, .ant-modal-footer, .ant-modal-close, .ant-drawer-header, .ant-tabs-nav, figure, .copy, .ant-input-clear-icon, [class*=ant-typography], .ant-picker, .ant-select'
  return [...layer.querySelectorAll<HTMLButtonElement>('button:not([role=switch])')].filter((button) => {
    return !button.disabled && button.checkVisibility() && !button.closest(chrome)
  })
}

export interface Walker {
  page: Page
  language: Language
  /** Everything that the browser complained about so far; emptied as it is told. */
  complaints: string[]
  problems: string[]
}

/** Runs in the page: what is wrong with the text of the top layer. */
function wrongIn(top: string, groups: string[], broken: string): string[] {
  const layer: Element = new Function(`return (${top})()`)()
  const text = layer.textContent ?? ''
  const found: string[] = []
  if (text.trim().length < 2) found.push('nothing is shown')
  if (document.body.textContent?.includes(broken)) found.push('it could not be drawn')
  const raw = new RegExp(`^(?:${groups.join('|')})/\\S+$|\\{\\{|\\bundefined\\b|\\bNaN\\b|\\[object `)
  const words = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const word = words.currentNode.textContent?.trim() ?? ''
    if (raw.test(word)) found.push(`raw text ${word}`)
  }
  const { right, left } = layer.getBoundingClientRect()
  if (left < 0 || right > innerWidth) found.push('it reaches beyond the window')
  return found
}

async function breachesIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async (top, options) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(new Function(`return (${top})()`)(), options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
    },
    topLayer.toString(),
    AXE_OPTIONS,
  )
}

const watched = new WeakMap<Page, Set<HTTPRequest>>()

/** Counts the requests of the document that is open: of one that was left Chromium does not always tell how they ended. */
function underWay(page: Page): number {
  const known = watched.get(page)
  if (known) return known.size
  const open = new Set<HTTPRequest>()
  watched.set(page, open)
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
    open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end, (request) => open.delete(request))
  return 0
}

/** Waits until what is on top stands still, and notes what is wrong with it. `closely`: with axe, and a picture if something is. */
async function look({ page, language, complaints, problems }: Walker, place: string, closely = true) {
  const top = topLayer.toString()
  const size = () =>
    page.evaluate((source) => {
      const layer: Element = new Function(`return (${source})()`)()
      const isBusy = layer.querySelector('.ant-spin-spinning, .ant-skeleton-active') !== null
      return isBusy ? -1 : (layer.textContent?.length ?? 0)
    }, top)
  let before = -1
  let quiet = 0
  const isQuiet = () => {
    quiet = underWay(page) === 0 ? quiet + 1 : 0
    return quiet > QUIET_LOOKS
  }
  await until('answers to what was asked', isQuiet, { withinMs: QUIET_WITHIN_MS }).catch(() => undefined)
  await until(`${place} to stand still`, async () => {
    const now = await size()
    const isStill = now === before && now >= 0
    before = now
    return isStill
  })
  const groups = Object.keys(textsOf(language))
  const found = [
    ...(await page.evaluate(wrongIn, top, groups, consoleTexts(language)('broken'))),
    ...(closely && language === 'en' ? await breachesIn(page) : []),
    ...complaints.splice(0),
  ]
  problems.push(...found.map((problem) => `${language} ${place}: ${problem}`))
  if (!closely || (found.length === 0 && !KEEPS_PICTURES)) return
  const picture = `console-walk-${language}-${place.replace(/[^\p{L}\p{N}]+/gu, '-')}.jpg` as const
  await page.screenshot({ path: join(OUTPUT, picture), type: 'jpeg', quality: 60 })
}

const depthOf = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('.ant-drawer-open [role=dialog], .ant-modal[role=dialog]')].filter((node) =>
        node.checkVisibility(),
      ).length,
  )

async function buttonNames(page: Page): Promise<string[]> {
  const names = await page.evaluate(
    (source, top) => {
      const buttons: HTMLButtonElement[] = new Function(`return (${source})`)()(top)
      return buttons.map((button) => button.ariaLabel ?? button.textContent ?? '')
    },
    buttonsOn.toString(),
    topLayer.toString(),
  )
  return [...new Set(names.map(nameOf))]
}

async function press(page: Page, name: string) {
  const handle = await page.evaluateHandle(
    (source, top, wanted) => {
      const buttons: HTMLButtonElement[] = new Function(`return (${source})`)()(top)
      const plain = (label: string) => label.replace(/ · [\d.,]+ [A-Z]{3}$/, '').replaceAll(' ', '')
      return buttons.find((button) => plain(button.ariaLabel ?? button.textContent ?? '') === plain(wanted)) ?? null
    },
    buttonsOn.toString(),
    topLayer.toString(),
    name,
  )
  const button = handle.asElement() as ElementHandle<HTMLButtonElement> | null
  if (!button) throw new Error(`no button ${name}`)
  await button.click()
  return button
}

/** Opens each list of choices in the dialog: it has to offer something. */
async function opensLists({ page, language, problems }: Walker, place: string) {
  const typed = consoleTexts(language)(TYPED_FREELY)
  const top = await page.evaluateHandle(
    (source) => new Function(`return (${source})()`)() as Element,
    topLayer.toString(),
  )
  for (const field of await top.$$('.ant-select:not(.ant-select-disabled)')) {
    const label = await field.evaluate((node) => node.closest('.ant-form-item')?.querySelector('label')?.textContent)
    if (label?.startsWith(typed) || !(await field.isVisible())) continue
    await field.click()
    const offers = await page
      .waitForSelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
      .catch(() => null)
    if (!offers) problems.push(`${language} ${place}: a list offers nothing`)
    await page.keyboard.press('Escape')
    await page.waitForSelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)', { hidden: true })
  }
}

/** By the key, as people do, or by its own button where the key's focus is elsewhere. */
async function close(page: Page, depth: number, place: string) {
  const isClosed = (withinMs?: number) =>
    until(
      `${place} to close`,
      async () => (await depthOf(page)) === depth,
      withinMs === undefined ? {} : { withinMs },
    ).catch(() => false)
  await page.keyboard.press('Escape')
  if (await isClosed(1_000)) return
  await page.evaluate((top) => {
    const layer: Element = new Function(`return (${top})()`)()
    const button = layer.querySelector<HTMLElement>(
      '.ant-drawer-close, .ant-modal-close, .ant-modal-confirm-btns button:first-child',
    )
    button?.click()
  }, topLayer.toString())
  if (!(await isClosed())) throw new Error(`${place} does not close`)
}

/** Presses what opens something on the top layer, one after the other, down to the last; returns the names. */
async function opensAll(walker: Walker, place: string): Promise<Record<string, unknown>> {
  const { page, language, problems } = walker
  const t = consoleTexts(language)
  const depth = await depthOf(page)
  const inPlace = new Set([...PRESSED_IN_PLACE, ...LEFT_ALONE].map(t))
  const names = await buttonNames(page)
  for (const name of names.filter((each) => PRESSED_IN_PLACE.map(t).includes(each))) {
    await press(page, name)
    await look(walker, `${place} after ${name}`, false)
  }
  const opened: Record<string, unknown> = {}
  if (depth > DEPTH_MAX) throw new Error(`${place} opens without end`)
  for (const name of names.filter((each) => !inPlace.has(each))) {
    const inner = `${place} › ${name}`
    const button = await press(page, name)
    // Once more within the moment, as from a hand that trembles: what opens is one thing.
    await button.evaluate((node) => node.click())
    const hasOpened = await until(inner, async () => (await depthOf(page)) > depth).catch(() => false)
    if (!hasOpened) {
      problems.push(`${language} ${inner}: nothing opened`, ...walker.complaints.splice(0))
      if (await page.evaluate(() => document.querySelector('main') === null)) return opened
      continue
    }
    await look(walker, inner)
    const opens = (await depthOf(page)) - depth
    if (opens !== 1) problems.push(`${language} ${inner}: pressed twice, it opens ${opens}`)
    const isModal = (top: string) => (new Function(`return (${top})()`)() as Element).className.includes('modal')
    if (await page.evaluate(isModal, topLayer.toString())) await opensLists(walker, inner)
    opened[name] = await opensAll(walker, inner)
    await close(page, depth, inner)
  }
  return opened
}

export interface Stop {
  path: string
  /** Told in problems, when a page has several. */
  name?: string
  /** The first step, for example a search. */
  before?(page: Page, t: (key: string) => string): Promise<void>
  opens: Opens
}

const inWords = (opens: Opens, t: (key: string) => string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(opens).map(([key, inner]) => [t(key), inWords(inner, t)]))

/** A tablet that is held upright, where the menu is folded, and a small laptop, where it takes its room from the page. */
const NARROW = [
  { width: 820, height: 1180 },
  { width: 1000, height: 700 },
]

/** Notes if something on the page is wider than the window and would have to be scrolled sideways. */
async function fitsNarrow(walker: Walker, path: string) {
  const { page, language, problems } = walker
  const usual = page.viewport()
  for (const size of NARROW) {
    await page.setViewport(size)
    await look(walker, path, false)
    const byPx = await page.evaluate(async () => {
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
      const nodes = [document.documentElement, ...document.querySelectorAll('main section')]
      return Math.max(...nodes.map((node) => node.scrollWidth - node.clientWidth))
    })
    if (byPx > 0) problems.push(`${language} ${path}: wider than ${size.width} px by ${byPx}`)
  }
  await page.setViewport(usual)
}

/** A page on the way: one that is open already is left first, and keeps nothing. */
const ELSEWHERE = 'keys'

/** Goes there as a link does: to load the whole console takes a second of the processor. */
async function goTo(page: Page, path: string, t: (key: string) => string) {
  for (const place of [ELSEWHERE, path]) {
    await page.evaluate((next) => history.pushState(null, '', next), `/${place}`)
    const isOpen = (title: string) => document.querySelector('h1')?.textContent === title
    await page.waitForFunction(isOpen, { polling: 50 }, t(`menu/${place}`))
  }
}

/** Walks one page; notes what is wrong, and buttons that open something of which the table does not know. */
export async function walkConsole(walker: Walker, { path, name = path, before, opens }: Stop) {
  const { page, language, problems } = walker
  const t = consoleTexts(language)
  await goTo(page, path, t)
  if (name === path && language === 'en') await fitsNarrow(walker, path)
  await before?.(page, t)
  await look(walker, name)
  // What opens, its room and what axe finds do not depend on the language, which has the same texts (check `types`).
  if (language !== 'en') return
  const found = await opensAll(walker, name)
  const [is, should] = [JSON.stringify(sorted(found)), JSON.stringify(sorted(inWords(opens, t)))]
  if (is !== should) problems.push(`${language} ${name}: opens ${is}, the table says ${should}`)
}

const sorted = (tree: Record<string, unknown>): [string, unknown][] =>
  Object.entries(tree)
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner as Record<string, unknown>)])
