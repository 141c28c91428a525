import type { Locale } from '../../contract/locales'
import { groupsOf, textsOf } from '../e2e/texts'
import type { WeappActor } from './rig/actor'
import { allBelow, nameOf, textOf } from './rig/tree'
import type { Element } from './rig/wxml'

/** In points, below the text of a field: its padding and the line of its message. */
const MESSAGE_BELOW = 40
/** Roles that somebody presses or fills. */
const NAMED = new Set(['button', 'radio', 'tab', 'switch', 'checkbox', 'link', 'textbox'])

/** Problems of the page in front, as the program has it: complaints, elements without a name, raw keys. */
export function problemsOf(actor: WeappActor, locale: Locale): string[] {
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
