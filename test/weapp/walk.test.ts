import type { Locale } from '../../contract/locales'
import { ROUTES } from '../../src/routes'
import { groupsOf, textsOf } from '../e2e/texts'
import { missingWidgets } from '../support/taroUi'
import { pause } from '../support/until'
import { startAsMember } from './member'
import type { WeappActor } from './rig/actor'
import { allBelow, nameOf, textOf } from './rig/tree'
import type { Element } from './rig/wxml'
import { ask, FOLDER, start, stopAll } from './start'

afterEach(stopAll)

const SETTLED_MS = 400
/** In points, below the text of a field: its padding and the line of its message. */
const MESSAGE_BELOW = 40
/** Roles that somebody presses or fills. */
const NAMED = new Set(['button', 'radio', 'tab', 'switch', 'checkbox', 'link', 'textbox'])

/** Problems found by a look at the page in front. */
function problemsOf(actor: WeappActor, locale: Locale): string[] {
  const { program } = actor
  const tree = program.pages.tree()
  const t = textsOf(locale)
  const problems = program.complaints.splice(0).map((complaint) => complaint.slice(0, 300))
  if (textOf(tree).includes(t('shell.broken.title'))) problems.push('the page is broken')
  const keys = new RegExp(`^(${groupsOf(locale).join('|')})\\.[\\w.]+$`)
  for (const element of allBelow(tree)) problems.push(...problemsOfElement(element, keys))
  return problems
}

function problemsOfElement(element: Element, keys: RegExp): string[] {
  const { tag, attributes, componentDepth } = element
  const place = `${tag}.${String(attributes.class ?? '')}`
  const role = String(attributes['aria-role'] ?? tag)
  const problems: string[] = []
  if (NAMED.has(tag === 'input' || tag === 'textarea' ? 'textbox' : role) && nameOf(element) === '')
    problems.push(`${place} has no name`)
  if (tag === 'canvas' && componentDepth > 0) problems.push(`${place} lies too deep for a query to find it`)
  if (tag === 'canvas' && attributes['disable-scroll'] === true) problems.push(`${place} lets nobody scroll over it`)
  if (tag === 'input' && !(Number(attributes['cursor-spacing']) >= MESSAGE_BELOW))
    problems.push(`${place} has the keyboard at once below it`)
  if (tag === 'input' && attributes['confirm-type'] === 'next') problems.push(`${place} promises a next field`)
  if (keys.test(textOf(element))) problems.push(`${place} shows the key ${textOf(element)}`)
  if (/\b(undefined|NaN|\[object Object\]|Infinity)\b/.test(textOf(element)) && element.children.length === 1)
    problems.push(`${place} shows "${textOf(element)}"`)
  return problems
}

test.each(['zh-CN', 'de-DE', 'th-TH'] satisfies Locale[])(
  'every page opens in %s without an error, and what is pressed has a name',
  async (locale) => {
    const kept = new Map<string, unknown>()
    const { actor: first } = await startAsMember({ kept })
    const news = await ask<{ items: { id: string }[] }>(kept, `/news?locale=${locale}`)
    first.program.stop()
    kept.set('language', locale)
    const actor = await start({ kept, url: '/pages/index/index' })
    const query: Record<string, string> = {
      'pages/Detail/Detail': '?symbol=BTCUSDT',
      'pages/news/detail': `?id=${news.items[0]?.id}`,
    }
    const found: Record<string, string[]> = {}
    for (const { path } of ROUTES) {
      await actor.open(`/${path}${query[path] ?? ''}`)
      await pause(SETTLED_MS)
      const problems = [...new Set(problemsOf(actor, locale))]
      if (problems.length > 0) found[path] = problems
    }
    expect(found).toEqual({})
    expect(actor.program.pages.complaints).toEqual([])
    expect(actor.program.styles.count).toBeGreaterThan(100)
    expect(actor.program.styles.lost()).toEqual([])
    expect([...actor.program.missing]).toEqual([])
    // WeChat warns above 1 MB a call and slows down well before.
    expect(Math.max(...actor.program.pages.updates.map(({ bytes }) => bytes))).toBeLessThan(256 * 1024)
  },
)

test('every widget of taro-ui that docs/TARO.md names is in the build', () => {
  expect(missingWidgets(FOLDER)).toEqual([])
})
