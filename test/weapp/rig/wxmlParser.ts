/** An element of a template as it is written. */
export interface WxmlNode {
  tag: string
  attributes: Record<string, string>
  children: (WxmlNode | string)[]
}

const ATTRIBUTE = /([^\s=>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g

/** The end of a tag that begins at `start`: the next ">" outside of quotes. */
function endOfTag(source: string, start: number): number {
  let quote = ''
  for (let at = start; at < source.length; at += 1) {
    const letter = source[at] ?? ''
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return at
  }
  throw new Error(`A tag does not end: ${source.slice(start, start + 60)}`)
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) attributes[name] = double ?? single ?? ''
  return attributes
}

/** Parses a WXML file; comments and the white space between elements are left out. */
export function parseWxml(source: string): WxmlNode[] {
  const root: WxmlNode = { tag: '', attributes: {}, children: [] }
  const open: WxmlNode[] = [root]
  const text = source.replace(/<!--[\s\S]*?-->/g, '')
  let at = 0
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const words = text.slice(at, next < 0 ? undefined : next)
    const parent = open[open.length - 1] ?? root
    if (words.trim() !== '') parent.children.push(words.trim())
    if (next < 0) break
    const end = endOfTag(text, next)
    const inside = text.slice(next + 1, end)
    at = end + 1
    if (inside.startsWith('/')) {
      if (open.pop()?.tag !== inside.slice(1).trim()) throw new Error(`</${inside.slice(1)}> closes nothing`)
      continue
    }
    const closed = inside.endsWith('/')
    const body = closed ? inside.slice(0, -1) : inside
    const tag = /^\S+/.exec(body)?.[0] ?? ''
    const node: WxmlNode = { tag, attributes: attributesOf(body.slice(tag.length)), children: [] }
    parent.children.push(node)
    if (!closed) open.push(node)
  }
  return root.children.filter((child): child is WxmlNode => typeof child !== 'string')
}
