import Taro from '@tarojs/taro'

/** A call before the tab bar exists is lost, so a refused one is repeated, a few times. */
const TRIES = 5
const AGAIN_MS = 300

/** Names the tabs, in their order. */
export function setTabLabels(labels: readonly string[]): void {
  labels.forEach((text, index) => {
    if (text !== '') setLabel(index, text, TRIES)
  })
}

function setLabel(index: number, text: string, tries: number): void {
  persist(() => Taro.setTabBarItem({ index, text }), tries)
}

/** The newest badge of each tab: an older call that is repeated says no more than it. */
const badges: string[] = []

/** Puts a short text at a tab, e.g. how much is unread; an empty one takes it away. */
export function setTabBadge(index: number, text: string): void {
  badges[index] = text
  persist(() => {
    const newest = badges[index] ?? ''
    return newest === '' ? Taro.removeTabBarBadge({ index }) : Taro.setTabBarBadge({ index, text: newest })
  }, TRIES)
}

/** The bar of H5 takes changes at any time. The twin, where it does not, is `tabs.weapp.ts`. */
export function useTabRefresh(_isTab: boolean): void {}

function persist(call: () => Promise<unknown>, tries: number): void {
  const again = () => {
    if (tries > 1) setTimeout(() => persist(call, tries - 1), AGAIN_MS)
  }
  try {
    call().catch(again)
  } catch {
    again()
  }
}
