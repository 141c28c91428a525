import path from 'node:path'
import { compile } from 'sass'

const SOURCE = path.resolve(__dirname, '../../src/styles/icons.scss')
const MASK = /\.icon--([a-z0-9-]+) \{\s*-webkit-mask-image: url\("data:image\/svg\+xml,([^"]*)"\)/g
/** The common part of all icons; `drawIcon.ts` writes it around each. */
const COMMON = ' fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"'

/** The insides of the icons of `src/styles/icons.scss` by name, in the color of the text around them. */
export function iconDrawings(): Record<string, string> {
  const { css } = compile(SOURCE)
  return Object.fromEntries(Array.from(css.matchAll(MASK), ([, name = '', data = '']) => [name, insideOf(data)]))
}

function insideOf(data: string): string {
  const svg = decodeURIComponent(data).replace(/'/g, '"').replaceAll('#000', 'currentColor')
  const [, attributes, inside = ''] = /viewBox="0 0 24 24"([^>]*)>(.*)<\/svg>$/.exec(svg) ?? []
  return attributes === COMMON ? inside : `<g${attributes}>${inside}</g>`
}
