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
  const again = () => {
    if (tries > 1) setTimeout(() => setLabel(index, text, tries - 1), AGAIN_MS)
  }
  try {
    Taro.setTabBarItem({ index, text }).catch(again)
  } catch {
    again()
  }
}
