import { cloneElement, createElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { domProps } from './dom'

/**
 * Translators and other extensions replace the nodes of texts. React keeps such a node if the text has siblings, and then
 * writes to a node that nobody sees. A text that is the only child of its element is replaced as a whole. So here each
 * text is an only child.
 */

const isText = (node: ReactNode): node is string | number => typeof node === 'string' || typeof node === 'number'
const isNothing = (node: ReactNode): boolean => node === null || node === undefined || typeof node === 'boolean'
const listOf = (children: ReactNode): readonly ReactNode[] => (Array.isArray(children) ? children : [children])

/** The text of children that are nothing else, or undefined. */
function onlyText(nodes: readonly ReactNode[]): string | undefined {
  if (!nodes.some(isText) || !nodes.every((node) => isText(node) || isNothing(node))) return undefined
  return nodes.filter(isText).join('')
}

/** Puts each run of texts among other children into an element; spaces between elements stay. */
function apart(nodes: readonly ReactNode[]): ReactNode[] {
  return nodes.map((node, at) => {
    if (Array.isArray(node)) return apart(node)
    if (isValidElement<{ children?: ReactNode }>(node) && node.type === Fragment)
      return cloneElement(node, undefined, ...apart(listOf(node.props.children)))
    if (!isText(node)) return node
    if (isText(nodes[at - 1])) return null
    const end = nodes.findIndex((one, index) => index > at && !isText(one))
    const run = nodes.slice(at, end < 0 ? undefined : end).join('')
    return run.trim() === '' ? run : createElement('span', { key: at, ...untranslated('', run) }, run)
  })
}

/** Figures and directions mean money: the translator must leave them as they are. Some know only the class. */
function untranslated(className: unknown, text = ''): { translate?: 'no'; className?: string } {
  const isFigure = /(^|\s)num(\s|$)/.test(String(className)) || /[▲▼]/.test(text)
  return isFigure ? { translate: 'no', className: className ? `${className} notranslate` : 'notranslate' } : {}
}

/** An element of the page for a Taro component with these props. */
export function element(type: string, props: object, ref: unknown): ReactElement {
  const { children, className, ...rest } = props as { children?: ReactNode; className?: string }
  const nodes = listOf(children)
  const text = onlyText(nodes)
  const { translate, className: names = className } = untranslated(className, text)
  const own = { ...(translate && { translate }), ...domProps({ ...rest, className: names }), ref } as object
  if (text !== undefined) return createElement(type, own, text)
  return createElement(type, own, ...apart(nodes))
}
