import Taro from '@tarojs/taro'

/** The current label and badge of each tab. The bar may be created later: it takes from here what it has missed. */
const labels: string[] = []
const badges: string[] = []

/** Empty if none was set. */
export const tabLabel = (index: number) => labels[index] ?? ''
export const tabBadge = (index: number) => badges[index] ?? ''

/** Names the tabs, in their order. */
export function setTabLabels(texts: readonly string[]): void {
  texts.forEach((text, index) => {
    if (text === '') return
    labels[index] = text
    tell(() => Taro.setTabBarItem({ index, text }))
  })
}

/** Puts a short text at a tab, e.g. how much is unread; an empty one takes it away. */
export function setTabBadge(index: number, text: string): void {
  badges[index] = text
  tell(() => (text === '' ? Taro.removeTabBarBadge({ index }) : Taro.setTabBarBadge({ index, text })))
}

/** The bar of H5 takes changes at any time. The twin, where it does not, is `tabs.weapp.ts`. */
export function useTabRefresh(_isTab: boolean): void {}

/** Before there is a bar, Taro throws, refuses or never answers. */
function tell(call: () => Promise<unknown>): void {
  try {
    call().catch(() => undefined)
  } catch {
    // The bar takes it when it is made.
  }
}
