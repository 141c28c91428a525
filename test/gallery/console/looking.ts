import { fireEvent } from '@testing-library/dom'
import axe from 'axe-core'
import type { Language } from '../../../console/texts'
import { AXE_OPTIONS } from '../../support/axeRules'
import { clipped, overflow, rawTexts } from '../../support/screenChecks'
import { until } from '../../support/until'
import { buttonNames, close, GROUPS, isNamed, layers, press, SETTLING, settled, topLayer, words } from './hand'
import { type Opens, opensOnPageOf, type Stop } from './screens'
import { faults } from './server'

/** In a narrower window a table may be scrolled sideways. */
const TABLET = 820

/** From here on an item is next to its list. */
const SIDE_BY_SIDE = 1200

/** How a page is looked at. */
export interface Look {
  locale: Language
  dark: boolean
  /** Windows, CSS pixels; what opens on a page is looked at in the last one. */
  shapes: readonly (readonly [width: number, height: number])[]
  /** With the breaches of WCAG: what axe finds depends on the theme, hardly on the shape. */
  closely: 'all' | 'pages' | 'none'
  /** With all that opens on the page. */
  opens: boolean
  /** With what depends neither on the language nor on the shape: which buttons there are, and what works in its place. */
  presses: boolean
}

/** Buttons that work where they are: pressed to see that nothing breaks, or left alone because they would change what is looked at. */
const PRESSED_IN_PLACE = ['do/reload', 'do/addDuration', 'do/addSession', 'do/verifyChain', 'noteAdd']
const LEFT_ALONE = [
  'do/search',
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
  'do/withdraw',
  'signIn',
  'passkeys/signIn',
  'join',
  'passkeys/add',
  'passkeys/remove',
  'statement/import',
  'statement/describe',
]
/** A field that looks like a list and has nothing to offer. */
const TYPED_FREELY = ['field/stakePresets', 'bankFile/part/marksIn', 'bankFile/part/marksOut', 'bankFile/part/ignored']

const named = (name: string, found: readonly string[]) => found.map((problem) => `${name}: ${problem}`)

/** Parts that are wider than their place and would have to be scrolled sideways; at a tablet or wider no page has that at all. */
function sideways(width: number): string[] {
  const tables = width < TABLET ? [] : document.querySelectorAll('.page section')
  return [document.documentElement, ...document.querySelectorAll('main section:not([style*="overflow-x"])'), ...tables]
    .filter((node) => node.scrollWidth > node.clientWidth)
    .map((node) => `${node.className || node.tagName} by ${node.scrollWidth - node.clientWidth} px`)
}

function problemsNow(width: number): string[] {
  const layer = topLayer()
  // The looks that are shared with the app's gallery are at what a "screen" has.
  for (const other of document.querySelectorAll('.screen')) other.classList.remove('screen')
  layer.classList.add('screen')
  const { left, right } = layer.getBoundingClientRect()
  return [
    ...((layer.textContent ?? '').trim().length < 2 ? ['nothing is shown'] : []),
    ...(document.body.textContent?.includes(words('broken')) ? ['it could not be drawn'] : []),
    ...(left < 0 || right > innerWidth ? ['it reaches beyond the window'] : []),
    ...named('raw text', rawTexts(GROUPS, '/')),
    ...named('sideways', sideways(width)),
    ...named('overflow', overflow()),
    ...named('clipped', clipped()),
    ...named('server', faults.splice(0)),
  ]
}

/** The window of the page is the frame that it is in. */
function reshape(width: number, height: number): void {
  Object.assign((window.frameElement as HTMLElement).style, { width: `${width}px`, height: `${height}px` })
}

/** What axe has seen, by the theme: elements with their classes. Of another text it says the same. */
const seen = new Set<string>()

/** Breaches of WCAG 2.2 AA on the top layer, or with what is the same on every page, as axe finds them. */
async function breaches(isWhole?: boolean): Promise<string[]> {
  const nodes = [document.documentElement, ...topLayer().querySelectorAll('*')]
  const shape = nodes
    .map((node) => `${node.tagName} ${node.getAttribute('class')} ${node.getAttribute('style')}`)
    .join()
  if (seen.has(shape)) return []
  seen.add(shape)
  const { violations } = await axe.run(isWhole ? document : topLayer(), AXE_OPTIONS)
  return violations.map(
    ({ id, nodes }) =>
      `axe: ${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`,
  )
}

/** Problems of the page in every shape of the window. */
async function problemsOfPage({ name, isWhole }: Stop, { shapes, closely }: Look): Promise<string[]> {
  const problems: string[] = []
  for (const [width, height] of shapes) {
    if (width !== innerWidth) reshape(width, height)
    await settled(name)
    problems.push(...problemsNow(width).map((problem) => `at ${width} px ${problem}`))
  }
  return closely === 'none' ? problems : [...problems, ...(await breaches(isWhole))]
}

/** Each list of choices in the dialog has to offer something. */
async function emptyLists(): Promise<string[]> {
  const empty: string[] = []
  const list = () => document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
  const offer = () => list()?.querySelector('.ant-select-item-option')
  for (const field of topLayer().querySelectorAll('.ant-select:not(.ant-select-disabled)')) {
    const label = field.closest('.ant-form-item')?.querySelector('label')?.textContent ?? ''
    const box = field.querySelector('input')
    if (TYPED_FREELY.some((key) => label.startsWith(words(key))) || !box || !field.checkVisibility()) continue
    box.focus()
    fireEvent.mouseDown(box)
    await until('choices', offer, { everyMs: 5, withinMs: 2_000 }).catch(() => empty.push(label))
    fireEvent.keyDown(box, { key: 'Escape', code: 'Escape', keyCode: 27 })
    box.blur()
    await until('the list to close', () => list() === null, SETTLING)
  }
  return empty
}

/** Buttons of the top layer of which nothing is said. */
const strangers = (known: readonly string[]) =>
  buttonNames().filter((name) => ![...PRESSED_IN_PLACE, ...LEFT_ALONE, ...known].some((key) => isNamed(name, key)))

/** Presses what works in its place. */
async function pressesInPlace(place: string): Promise<string[]> {
  const problems: string[] = []
  const names = buttonNames()
  for (const key of PRESSED_IN_PLACE.filter((one) => names.some((name) => isNamed(name, one)))) {
    await press(key)
    await settled(place)
    problems.push(...problemsNow(innerWidth).map((problem) => `after ${key} ${problem}`))
  }
  return problems
}

const isItemOverList = () => innerWidth < SIDE_BY_SIDE && layers().length === 1

/** Opens one after the other what the table says. In a narrow window an item lies over its list, whose buttons come last. */
async function opensAll(opens: Opens, look: Look): Promise<string[]> {
  const problems: string[] = []
  const names = buttonNames()
  const [here, below] = [true, false].map((isHere) =>
    Object.entries(opens).filter(([key]) => names.some((name) => isNamed(name, key)) === isHere),
  ) as [[string, Opens][], [string, Opens][]]
  for (const [key, inner] of here) problems.push(...(await opensOne(key, inner, look)))
  if (below.length > 0 && isItemOverList()) await close(0)
  for (const [key, inner] of below) problems.push(...(await opensOne(key, inner, look)))
  return problems
}

async function opensOne(key: string, inner: Opens, look: Look): Promise<string[]> {
  const depth = layers().length
  const button = await press(key)
  // Once more within the moment, as from a hand that trembles: what opens is one thing.
  button.click()
  await until(`${key} to open something`, () => layers().length > depth, SETTLING)
  await settled(key)
  const count = layers().length - depth
  const problems = [
    ...(count === 1 ? [] : [`pressed twice, it opens ${count}`]),
    ...problemsNow(innerWidth),
    ...(look.closely === 'all' ? await breaches() : []),
    ...(look.presses ? named('the table does not know', strangers(Object.keys(inner))) : []),
    ...(look.presses ? named('a list offers nothing', await emptyLists()) : []),
    ...(look.presses ? await pressesInPlace(key) : []),
    ...(await opensAll(inner, look)),
  ]
  await close(depth)
  return problems.map((problem) => `› ${key} ${problem}`)
}

/** Problems of an open page and of all that opens there. */
export async function lookAt(stop: Stop, look: Look): Promise<string[]> {
  return [
    ...(await problemsOfPage(stop, look)),
    ...(look.presses ? named('the table does not know', strangers(opensOnPageOf(stop))) : []),
    ...(look.presses ? await pressesInPlace(stop.name) : []),
    ...(look.opens ? await opensAll(stop.opens ?? {}, look) : []),
  ]
}
