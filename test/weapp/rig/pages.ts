import type { Modules } from './modules'
import { type Element, WxmlRenderer } from './wxml'

type Data = Record<string, unknown>
type Handler = (...args: unknown[]) => unknown

/** A page as the program sees it: what it gave to `Page()`, with what WeChat adds. */
export interface PageInstance {
  route: string
  options: Record<string, string>
  data: Data
  setData(data: Data, done?: () => void): void
  [name: string]: unknown
}

/** A call of setData, in bytes of JSON; hidden if another page was in front. */
interface Update {
  route: string
  bytes: number
  isHidden: boolean
}

export class NavigationError extends Error {}

/** WeChat keeps at most ten pages. */
const MAX_PAGES = 10
/** One call of setData may carry this many bytes. */
const MAX_DATA = 1024 * 1024

export function callOf(page: PageInstance, name: string): Handler | undefined {
  const handler = page[name]
  return typeof handler === 'function' ? (handler.bind(page) as Handler) : undefined
}

/** "root.cn.[0].cn[1].v" as its steps. */
const stepsOf = (path: string) =>
  path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter(Boolean)

function setAt(data: Data, path: string, value: unknown): void {
  const steps = stepsOf(path)
  let at: Record<string, unknown> = data
  steps.slice(0, -1).forEach((step, index) => {
    if (at[step] === undefined || at[step] === null) at[step] = /^\d+$/.test(steps[index + 1] ?? '') ? [] : {}
    at = at[step] as Record<string, unknown>
  })
  at[steps[steps.length - 1] ?? ''] = value
}

/** Opens, hides and closes pages in WeChat's order and with its limits. */
export class Pages {
  readonly stack: PageInstance[] = []
  private readonly definitions = new Map<string, Data>()
  /** The page whose script runs. */
  private loading = ''
  /** Arguments of setData that WeChat would complain about. */
  readonly complaints: string[] = []
  /** Every call of setData. */
  readonly updates: Update[] = []
  /** Routes of the pages that were made, in order. */
  readonly opened: string[] = []
  private readonly tabs = new Map<string, PageInstance>()
  private readonly renderer: WxmlRenderer
  private readonly rendered = new WeakMap<
    PageInstance,
    { version: number; tree: Element | undefined; treeOf: number }
  >()

  constructor(
    private readonly modules: Modules,
    private readonly later: (run: () => void, ms: number) => unknown,
    private readonly note: (event: string) => void,
  ) {
    this.renderer = new WxmlRenderer(modules.folder)
  }

  get current(): PageInstance {
    const page = this.stack[this.stack.length - 1]
    if (!page) throw new Error('No page is open')
    return page
  }

  /** The options that a page's script passes to `Page()`. */
  define(definition: Data): void {
    this.definitions.set(this.loading, definition)
  }

  get front(): { route: string; isTab: boolean } {
    const { route } = this.stack[this.stack.length - 1] ?? { route: '' }
    return { route, isTab: this.isTab(route) }
  }

  isTab(route: string): boolean {
    return this.modules.app.tabBar.list.some(({ pagePath }) => pagePath === route)
  }

  /** The page in front as it is drawn. */
  tree(): Element {
    const page = this.current
    const state = this.rendered.get(page) ?? { version: 0, tree: undefined, treeOf: -1 }
    if (!state.tree || state.treeOf !== state.version) {
      state.tree = this.renderer.render(page.route, page.data)
      state.treeOf = state.version
    }
    this.rendered.set(page, state)
    return state.tree
  }

  async navigateTo(url: string): Promise<void> {
    const { route } = this.split(url)
    if (this.isTab(route)) throw new NavigationError('can not navigateTo a tabbar page')
    if (this.stack.length >= MAX_PAGES) throw new NavigationError('webview count limit exceed')
    await this.modules.download(route)
    this.hide(this.current)
    this.show(this.open(url))
  }

  async redirectTo(url: string): Promise<void> {
    const { route } = this.split(url)
    if (this.isTab(route)) throw new NavigationError('can not redirectTo a tabbar page')
    await this.modules.download(route)
    this.close()
    this.show(this.open(url))
  }

  async switchTab(url: string): Promise<void> {
    const { route } = this.split(url)
    if (!this.isTab(route)) throw new NavigationError('can not switch to no-tabBar page')
    const before = this.stack[this.stack.length - 1]
    if (before?.route === route) return
    const bottom = this.stack[0]
    while (this.stack.length > 0) {
      const page = this.current
      if (this.isTab(page.route)) {
        this.stack.pop()
        if (page === before) this.hide(page)
      } else this.close()
    }
    if (bottom && this.isTab(bottom.route)) this.tabs.set(bottom.route, bottom)
    const kept = this.tabs.get(route)
    if (kept) {
      this.stack.push(kept)
      callOf(kept, 'onShow')?.()
    } else {
      const page = this.open(url)
      this.tabs.set(route, page)
      this.show(page)
    }
  }

  async reLaunch(url: string): Promise<void> {
    const { route } = this.split(url)
    await this.modules.download(route)
    while (this.stack.length > 0) this.close()
    for (const page of this.tabs.values()) callOf(page, 'onUnload')?.()
    this.tabs.clear()
    const page = this.open(url)
    if (this.isTab(route)) this.tabs.set(route, page)
    this.show(page)
  }

  async navigateBack(delta = 1): Promise<void> {
    if (this.stack.length < 2) throw new NavigationError('cannot navigate back at first page.')
    for (let index = 0; index < delta && this.stack.length > 1; index += 1) this.close()
    callOf(this.current, 'onShow')?.()
  }

  hide(page: PageInstance): void {
    callOf(page, 'onHide')?.()
  }

  private close(): void {
    const page = this.stack.pop()
    if (page) callOf(page, 'onUnload')?.()
  }

  private split(url: string) {
    const [path = '', query = ''] = url.replace(/^\//, '').split('?')
    if (!this.modules.pages.includes(path)) throw new NavigationError(`page "${path}" is not found`)
    return {
      route: path,
      options: Object.fromEntries(
        query
          .split('&')
          .filter(Boolean)
          .map((pair) => pair.split('=')),
      ),
    }
  }

  private open(url: string): PageInstance {
    const { route, options } = this.split(url)
    this.loading = route
    this.modules.run(`${route}.js`)
    const definition = this.definitions.get(route)
    if (!definition) throw new Error(`${route}.js calls no Page()`)
    const page: PageInstance = {
      ...definition,
      route,
      options,
      data: JSON.parse(JSON.stringify(definition.data ?? {})),
      setData: (data, done) => this.setData(page, data, done),
      selectComponent: () => null,
      selectAllComponents: () => [],
    }
    this.stack.push(page)
    this.opened.push(route)
    callOf(page, 'onLoad')?.(options)
    return page
  }

  private show(page: PageInstance): void {
    callOf(page, 'onShow')?.()
    this.later(() => callOf(page, 'onReady')?.(), 1)
  }

  /** The view layer gets a copy in JSON: functions do not cross, and undefined is refused. */
  private setData(page: PageInstance, data: Data, done?: () => void): void {
    const bytes = JSON.stringify(data).length
    this.note(`setData ${page.route}`)
    this.updates.push({ route: page.route, bytes, isHidden: page !== this.stack[this.stack.length - 1] })
    if (bytes > MAX_DATA) this.complaints.push(`setData carries ${bytes} bytes`)
    for (const [path, value] of Object.entries(data)) {
      if (value === undefined) this.complaints.push(`Setting data field "${path}" to undefined is invalid.`)
      else setAt(page.data, path, JSON.parse(JSON.stringify(value)))
    }
    const state = this.rendered.get(page) ?? { version: 0, tree: undefined, treeOf: -1 }
    state.version += 1
    this.rendered.set(page, state)
    if (done) this.later(() => done.call(page), 1)
  }
}
