import { addLeadingSlash, getCurrentPage } from '@tarojs/runtime'
// @ts-expect-error: exported at run time only
import Taro, { initTabBarApis } from '@tarojs/taro'
import { tabBadge, tabLabel } from '../platform/tabs'
import './tabBar.scss'
// The placeholder of a page fills the panel above the bar (platform/pageCover.ts).
import './pageCover.scss'
import { tabItem } from './tabItem'

/** Replaces the tab bar element of Taro's router: plain DOM, real links with roles and names, themed by our tokens. */

interface Tab {
  pagePath: string
  text: string
  badge?: string | undefined
}

interface AppConfig {
  pages: string[]
  tabBar?: { list: Tab[] }
}

interface Request {
  index: number
  text?: string
  successHandler(result: { errMsg: string }): void
  errorHandler(result: { errMsg: string }): void
}

interface RouteChange {
  toLocation?: { path?: string }
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, className: string): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag)
  node.className = className
  return node
}

/** Tabs stay in the document while another one is shown. */
function scrollToTop(): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  document.querySelector('.taro_tabbar_page:not(.taro_page_shade)')?.scrollTo({ top: 0, behavior })
}

class TabBar {
  private readonly bar = element('nav', 'tab-bar')
  private readonly links: HTMLAnchorElement[]
  private selected = -1
  private hidden = false

  constructor(
    private readonly tabs: Tab[],
    private readonly entry: string,
  ) {
    this.links = tabs.map((tab, index) => this.createLink(tab, index))
    this.bar.append(...this.links)
    this.listen()
  }

  mount(parent: HTMLElement, path: string): void {
    parent.append(this.bar)
    this.select(path)
  }

  private createLink(tab: Tab, index: number): HTMLAnchorElement {
    const holder = document.createElement('div')
    // The label is user-visible text, which `draw` writes.
    holder.innerHTML = tabItem({ path: tab.pagePath, label: '', isCurrent: false })
    const link = holder.firstElementChild as HTMLAnchorElement
    link.addEventListener('click', (event) => {
      event.preventDefault()
      if (index === this.selected) scrollToTop()
      else Taro.switchTab({ url: tab.pagePath })
    })
    return link
  }

  private listen(): void {
    const on = <A>(name: string, handler: (argument: A) => void) => Taro.eventCenter.on(name, handler as () => void)
    on('__taroRouterChange', (change: RouteChange) => this.select(change?.toLocation?.path))
    on(
      '__taroSetTabBarItem',
      this.change('setTabBarItem', (tab, request) => {
        if (request.text !== undefined) tab.text = request.text
      }),
    )
    on(
      '__taroSetTabBarBadge',
      this.change('setTabBarBadge', (tab, request) => {
        tab.badge = request.text
      }),
    )
    on(
      '__taroRemoveTabBarBadge',
      this.change('removeTabBarBadge', (tab) => {
        tab.badge = undefined
      }),
    )
    on('__taroShowTabBar', this.show('showTabBar', false))
    on('__taroHideTabBar', this.show('hideTabBar', true))
  }

  private change(api: string, apply: (tab: Tab, request: Request) => void) {
    return (request: Request) => {
      const tab = this.tabs[request.index]
      if (!tab) return request.errorHandler({ errMsg: `${api}:fail no such tab` })
      apply(tab, request)
      this.draw()
      request.successHandler({ errMsg: `${api}:ok` })
    }
  }

  private show(api: string, hidden: boolean) {
    return (request: Request) => {
      this.hidden = hidden
      this.draw()
      request.successHandler({ errMsg: `${api}:ok` })
    }
  }

  private select(path: string | undefined): void {
    const at = addLeadingSlash((path ?? getCurrentPage('hash', '')).split('?')[0])
    const page = at === '/' ? this.entry : at
    this.selected = this.tabs.findIndex((tab) => tab.pagePath === page)
    this.draw()
  }

  private draw(): void {
    this.bar.hidden = this.hidden || this.selected < 0
    this.tabs.forEach((tab, index) => {
      const link = this.links[index]
      if (!link) return
      if (index === this.selected) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
      const label = link.querySelector('.tab-bar__label')
      if (label) label.textContent = tab.text
      this.drawBadge(link, tab.badge)
    })
  }

  private drawBadge(link: HTMLAnchorElement, text: string | undefined): void {
    const badge = link.querySelector('.tab-bar__badge')
    if (text === undefined) {
      badge?.remove()
      return
    }
    const shown = badge ?? link.appendChild(element('b', 'tab-bar__badge'))
    shown.textContent = text
  }
}

/** Called by Taro's router once, with the app's configuration. */
export function initTabbar(config: AppConfig, history: { location: { pathname: string } }): void {
  if (!config.tabBar) return
  // Makes `Taro.setTabBarItem` and its like known.
  initTabBarApis(config)
  const tabs = config.tabBar.list.map((tab, index) => ({
    pagePath: addLeadingSlash(tab.pagePath),
    text: tabLabel(index) || tab.text,
    badge: tabBadge(index) || undefined,
  }))
  const container = document.getElementById('container')
  if (container) new TabBar(tabs, addLeadingSlash(config.pages[0])).mount(container, history.location.pathname)
}
