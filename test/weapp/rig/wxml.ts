import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseWxml, type WxmlNode } from './wxmlParser'

/** An element as WeChat's view layer has it after rendering. */
export interface Element {
  tag: string
  attributes: Record<string, unknown>
  /** Event type → whether it is caught, i.e. goes no further up. All of Taro's handlers are called "eh". */
  events: Map<string, { caught: boolean }>
  children: (Element | string)[]
  parent: Element | undefined
  /** How many custom components are around it: queries of the page do not look into them. */
  componentDepth: number
}

type Scope = Record<string, unknown>
type Evaluate = (scope: Scope) => unknown

interface WxmlFile {
  templates: Map<string, WxmlNode>
  modules: Scope
  /** The part outside of templates. */
  body: WxmlNode[]
}

/** Names that a template does not know are undefined there rather than errors. */
const lenient = (scope: Scope) => new Proxy(scope, { has: () => true, get: (target, key) => target[String(key)] })

const compiled = new Map<string, Evaluate>()

function compile(expression: string): Evaluate {
  const known = compiled.get(expression)
  if (known) return known
  const inScope = new Function('scope', `with (scope) { return (${expression}) }`)
  const run: Evaluate = (scope) => inScope(lenient(scope))
  compiled.set(expression, run)
  return run
}

/** "{{a}}" keeps the type of its value; "x{{a}}y" is text. */
function evaluate(text: string, scope: Scope): unknown {
  const whole = /^\{\{([\s\S]*)\}\}$/.exec(text)
  if (whole && !whole[1]?.includes('}}')) return compile(whole[1] ?? '')(scope)
  return text.replace(/\{\{([\s\S]*?)\}\}/g, (_, inside: string) => {
    const value = compile(inside)(scope)
    return value === undefined || value === null ? '' : String(value)
  })
}

/** `data="{{i:item,c:1}}"`: an object without its braces. */
const dataOf = (text: string, scope: Scope): Scope =>
  compile(`{${text.replace(/^\s*\{\{/, '').replace(/\}\}\s*$/, '')}}`)(scope) as Scope

/** Renders the templates of a built mini program as WeChat's view layer does, out of a page's data. */
export class WxmlRenderer {
  private readonly files = new Map<string, WxmlFile>()

  constructor(private readonly folder: string) {}

  /** @param route e.g. "pages/index/index" */
  render(route: string, data: Scope): Element {
    const page: Element = element('page', undefined, 0)
    const file = this.load(`${route}.wxml`)
    this.renderAll(file.body, data, file, page)
    return page
  }

  private load(path: string): WxmlFile {
    const known = this.files.get(path)
    if (known) return known
    const file: WxmlFile = { templates: new Map(), modules: {}, body: [] }
    this.files.set(path, file)
    for (const node of parseWxml(readFileSync(join(this.folder, path), 'utf8'))) {
      if (node.tag === 'import') {
        const other = this.load(this.near(path, node.attributes.src))
        for (const [name, template] of other.templates) file.templates.set(name, template)
        Object.assign(file.modules, other.modules)
      } else if (node.tag === 'wxs') {
        file.modules[node.attributes.module ?? ''] = this.loadModule(this.near(path, node.attributes.src))
      } else if (node.tag === 'template' && node.attributes.name) file.templates.set(node.attributes.name, node)
      else file.body.push(node)
    }
    return file
  }

  private near(path: string, source = ''): string {
    return resolve('/', dirname(path), source).slice(1)
  }

  private loadModule(path: string): unknown {
    const module = { exports: {} }
    new Function('module', readFileSync(join(this.folder, path), 'utf8'))(module)
    return module.exports
  }

  private renderAll(nodes: WxmlNode['children'], scope: Scope, file: WxmlFile, parent: Element): void {
    for (const node of nodes) {
      if (typeof node === 'string') parent.children.push(String(evaluate(node, scope) ?? ''))
      else this.renderLoop(node, scope, file, parent)
    }
  }

  private renderLoop(node: WxmlNode, scope: Scope, file: WxmlFile, parent: Element): void {
    const list = node.attributes['wx:for']
    const known = { ...file.modules, ...scope }
    if (list === undefined) this.renderOne(node, known, file, parent)
    else {
      const items = evaluate(list, known)
      const name = node.attributes['wx:for-item'] ?? 'item'
      if (!Array.isArray(items)) return
      items.forEach((item, index) => {
        this.renderOne(node, { ...known, [name]: item, index }, file, parent)
      })
    }
  }

  private renderOne(node: WxmlNode, scope: Scope, file: WxmlFile, parent: Element): void {
    const condition = node.attributes['wx:if']
    if (condition !== undefined && !evaluate(condition, scope)) return
    if (node.tag === 'block') this.renderAll(node.children, scope, file, parent)
    else if (node.tag === 'template') this.renderTemplate(node, scope, file, parent)
    else {
      const made = element(node.tag, parent, parent.componentDepth)
      this.giveAttributes(made, node, scope)
      parent.children.push(made)
      if (node.tag === 'comp' || node.tag === 'custom-wrapper') this.renderComponent(made, node.tag)
      else this.renderAll(node.children, scope, file, made)
    }
  }

  private renderTemplate(node: WxmlNode, scope: Scope, file: WxmlFile, parent: Element): void {
    const name = String(evaluate(node.attributes.is ?? '', scope))
    const template = file.templates.get(name)
    if (!template) throw new Error(`No template is called ${name}`)
    const data = node.attributes.data === undefined ? {} : dataOf(node.attributes.data, scope)
    this.renderAll(template.children, { ...file.modules, ...data }, file, parent)
  }

  private giveAttributes(made: Element, node: WxmlNode, scope: Scope): void {
    for (const [name, text] of Object.entries(node.attributes)) {
      const event = /^(bind|catch):?(\w+)$/.exec(name)
      if (event?.[2]) made.events.set(event[2], { caught: event[1] === 'catch' })
      else if (!name.startsWith('wx:')) made.attributes[name] = evaluate(text, scope)
    }
  }

  /** Below a certain depth Taro continues in its own component, whose properties are the node and the level. */
  private renderComponent(made: Element, name: string): void {
    made.componentDepth += 1
    const file = this.load(`${name}.wxml`)
    this.renderAll(file.body, made.attributes, file, made)
  }
}

function element(tag: string, parent: Element | undefined, componentDepth: number): Element {
  return { tag, attributes: {}, events: new Map(), children: [], parent, componentDepth }
}
