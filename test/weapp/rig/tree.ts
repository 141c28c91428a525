import type { Element } from './wxml'

/** A text, whole and exact, or a pattern. */
export type Text = string | RegExp

const clean = (text: string) => text.replace(/\s+/g, ' ').trim()

/** All elements below one, itself included, in document order. */
export function allBelow(root: Element): Element[] {
  return [root, ...root.children.flatMap((child) => (typeof child === 'string' ? [] : allBelow(child)))]
}

/** The readable text in an element. */
export function textOf(element: Element | string): string {
  if (typeof element === 'string') return element
  return clean(element.children.map(textOf).join(blockLike(element) ? ' ' : ''))
}

/** Neighboring elements are read with a pause; pieces of one text are not. */
const blockLike = (element: Element) => element.tag !== 'text' && element.tag !== 'button'

const isHidden = (element: Element): boolean =>
  isTrue(element.attributes['aria-hidden']) || (element.parent !== undefined && isHidden(element.parent))

const isTrue = (value: unknown) => value === true || value === 'true'

const matches = (words: string, wanted: Text) =>
  typeof wanted === 'string' ? words === clean(wanted) : wanted.test(words)

const TAG_ROLES: Record<string, string> = {
  button: 'button',
  input: 'textbox',
  textarea: 'textbox',
  image: 'img',
  switch: 'switch',
}

export function roleOf(element: Element): string | undefined {
  const role = element.attributes['aria-role']
  return typeof role === 'string' && role !== '' ? role : TAG_ROLES[element.tag]
}

/** Its accessible name: its label, else what can be read in it. */
export function nameOf(element: Element): string {
  const label = element.attributes['aria-label']
  return typeof label === 'string' && label !== '' ? clean(label) : textOf(element)
}

export function byRole(root: Element, role: string, name?: Text): Element[] {
  return allBelow(root).filter(
    (element) =>
      roleOf(element) === role && !isHidden(element) && (name === undefined || matches(nameOf(element), name)),
  )
}

/** The innermost elements whose text is this. */
export function byText(root: Element, text: Text): Element[] {
  const found = allBelow(root).filter((element) => matches(textOf(element), text))
  return found.filter(
    (element) => !element.children.some((child) => typeof child !== 'string' && matches(textOf(child), text)),
  )
}

export function fields(root: Element, label: Text): Element[] {
  return allBelow(root).filter(
    ({ tag, attributes }) =>
      (tag === 'input' || tag === 'textarea') && matches(clean(String(attributes['aria-label'] ?? '')), label),
  )
}

/** The element with this id in the page itself: a query does not look into components unless it is told which. */
export function byId(root: Element, id: string): Element | undefined {
  return allBelow(root).find(({ attributes, componentDepth }) => attributes.id === id && componentDepth === 0)
}

export const isDisabled = (element: Element): boolean =>
  isTrue(element.attributes.disabled) || isTrue(element.attributes['aria-disabled'])

/** Readable texts and controls, for the message of a failed step. */
export function outlineOf(root: Element): string {
  const line = (element: Element) =>
    `${roleOf(element)}: ${nameOf(element).slice(0, 80)}${isDisabled(element) ? ' (off)' : ''}`
  const parts = allBelow(root).filter((element) => roleOf(element) !== undefined)
  return `${textOf(root).slice(0, 1500)}\n${parts.slice(0, 80).map(line).join('\n')}`
}
