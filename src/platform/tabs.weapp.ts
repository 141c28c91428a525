import Taro, { useDidHide, useDidShow, useTabItemTap } from '@tarojs/taro'
import { useRef } from 'react'

/**
 * WeChat changes its tab bar only while a tab is in front and refuses otherwise: a language chosen on the settings page
 * would never reach it. So pending changes are kept here and made whenever a tab is shown.
 */
const wanted = new Map<string, () => Promise<unknown>>()

function want(what: string, call: () => Promise<unknown>): void {
  wanted.set(what, call)
  apply(what, call)
}

/** A newer wish for the same thing stays when an older one has been granted. */
function apply(what: string, call: () => Promise<unknown>): void {
  const done = () => {
    if (wanted.get(what) === call) wanted.delete(what)
  }
  try {
    call().then(done, () => undefined)
  } catch {
    // A runtime without this call has no such thing to change.
  }
}

/** A tap that brought the page to the front is told before or just after the page shows. */
const SETTLED_MS = 300

/**
 * On a tab: whenever it comes to the front, what was refused in the meantime is asked again; a tap on it while it is in
 * front scrolls it to the top.
 */
export function useTabRefresh(isTab: boolean): void {
  const shownAt = useRef<number | undefined>(undefined)
  useDidHide(() => {
    shownAt.current = undefined
  })
  useTabItemTap(() => {
    const since = shownAt.current
    if (isTab && since !== undefined && Date.now() - since > SETTLED_MS) void Taro.pageScrollTo({ scrollTop: 0 })
  })
  useDidShow(() => {
    shownAt.current = Date.now()
    if (isTab) for (const [what, call] of [...wanted]) apply(what, call)
  })
}

export function setTabLabels(labels: readonly string[]): void {
  labels.forEach((text, index) => {
    if (text !== '') want(`label ${index}`, () => Taro.setTabBarItem({ index, text }))
  })
}

/** Puts a short text at a tab, e.g. how much is unread; an empty one takes it away. */
export function setTabBadge(index: number, text: string): void {
  want(`badge ${index}`, () => (text === '' ? Taro.removeTabBarBadge({ index }) : Taro.setTabBarBadge({ index, text })))
}

export function setTabStyle(style: Taro.setTabBarStyle.Option): void {
  want('style', () => Taro.setTabBarStyle(style))
}
