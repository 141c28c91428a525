import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import postcss from 'postcss'
import type { Element } from './wxml'

/** Elements of WeChat; in the drawing each is a custom element, so that none brings a browser's own looks along. */
const TAGS = 'view|text|button|input|textarea|image|canvas|form|label|scroll-view'
const TYPE_SELECTOR = new RegExp(`(^|[\\s>+~,(])(page|${TAGS})(?=$|[\\s>+~,.:#[)])`, 'g')

/** The default styles of WeChat's elements, as far as layout depends on it. */
const DEFAULTS = `
html{height:100%}
body{display:block;margin:0;overflow-x:hidden;overflow-y:auto}
wx-view,wx-form,wx-canvas,wx-scroll-view,wx-input,wx-textarea{display:block}
wx-comp{display:contents}
wx-button{position:relative;display:block;box-sizing:border-box;margin-left:auto;margin-right:auto;padding-left:14px;
  padding-right:14px;overflow:hidden;border-radius:5px;background:#f8f8f8;color:#000;font-size:18px;line-height:2.5556;
  text-align:center}
wx-image{display:inline-block;overflow:hidden;width:320px;height:240px}
wx-canvas{position:relative;width:300px;height:150px}
wx-input{height:1.4rem;min-height:1.4rem;overflow:hidden;white-space:nowrap}
wx-scroll-view{width:100%}
wx-scroll-view>div{height:100%;max-height:inherit;overflow:auto}
`

const inPixels = (css: string, width: number) =>
  css.replace(/(-?[\d.]+)rpx/g, (_, amount: string) => `${(Number(amount) * width) / 750}px`)

/** WeChat's engines on many phones (Chromium 116, iOS before 15.4) know masks by their prefixed names alone. */
const withoutPlainMasks = (css: string) => css.replace(/(^|[;{\s])mask(-\w+)?:[^;}]*/g, '$1')

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

function withImports(path: string, seen: Set<string>): string {
  if (!existsSync(path) || seen.has(path)) return ''
  seen.add(path)
  const css = readFileSync(path, 'utf8')
  return css.replace(/@import\s*["']([^"']+)["'];?/g, (_, file: string) => withImports(join(dirname(path), file), seen))
}

function converted(css: string): string {
  const root = postcss.parse(css)
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && 'name' in rule.parent && /keyframes$/.test(String(rule.parent.name))) return
    rule.selector = rule.selector.replace(TYPE_SELECTOR, (_, before: string, tag: string) =>
      tag === 'page' ? `${before}body` : `${before}wx-${tag}`,
    )
  })
  return root.toString()
}

function htmlOf(node: Element | string, width: number): string {
  if (typeof node === 'string') return escaped(node)
  const { tag, attributes } = node
  const typed =
    tag === 'input' || tag === 'textarea' ? escaped(String(attributes.value || attributes.placeholder || '')) : ''
  const inside = typed + node.children.map((child) => htmlOf(child, width)).join('')
  const style = escaped(withoutPlainMasks(inPixels(String(attributes.style ?? ''), width)))
  const off = attributes.disabled === true ? ' disabled' : ''
  const body = tag === 'scroll-view' ? `<div>${inside}</div>` : inside
  return `<wx-${tag} class="${escaped(String(attributes.class ?? ''))}" style="${style}"${off}>${body}</wx-${tag}>`
}

/**
 * A page of the mini program as a document that a browser lays out: its elements, the build's style sheets with `rpx` at
 * this width, and WeChat's own looks. Good for geometry; what WeChat draws natively (typed text, canvas) is not there.
 */
export function drawingOf(folder: string, route: string, tree: Element, width: number): string {
  const seen = new Set<string>()
  const css = ['app.wxss', `${route}.wxss`].map((file) => converted(withImports(join(folder, file), seen))).join('\n')
  const body = tree.children.map((child) => htmlOf(child, width)).join('')
  return `<!doctype html><html><head><style>${DEFAULTS}${withoutPlainMasks(inPixels(css, width))}</style></head><body>${body}</body></html>`
}
