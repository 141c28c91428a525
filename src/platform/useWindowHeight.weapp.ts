import Taro from '@tarojs/taro'
import { insets } from './system'

/** The design's width, and the height of its navigation bar. */
const DESIGN_WIDTH = 375
const BAR_HEIGHT = 48

/**
 * Height of the window in the design's pixels, as if the bar were as high as elsewhere: here it is in the row of WeChat's button,
 * below the status bar, and the page ends above the home indicator.
 */
export function useWindowHeight(): number {
  const { windowHeight, windowWidth, screenHeight, safeArea } = Taro.getWindowInfo()
  const { top, navigationHeight } = insets()
  const below = safeArea ? Math.max(0, screenHeight - safeArea.bottom) : 0
  const height = windowHeight - top - navigationHeight - below
  return Math.floor((height * DESIGN_WIDTH) / windowWidth) + BAR_HEIGHT
}
