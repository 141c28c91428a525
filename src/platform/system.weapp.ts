import Taro, { useDidShow } from '@tarojs/taro'
import type { CSSProperties } from 'react'
import type { ColorScheme, Insets } from './system'
import { setTabStyle } from './tabs.weapp'

export function systemColorScheme(): ColorScheme {
  return Taro.getAppBaseInfo?.().theme === 'dark' ? 'dark' : 'light'
}

export function onColorSchemeChange(handler: (scheme: ColorScheme) => void): () => void {
  const listener = ({ theme }: { theme: string }) => handler(theme === 'dark' ? 'dark' : 'light')
  Taro.onThemeChange?.(listener as never)
  return () => Taro.offThemeChange?.(listener as never)
}

/** The capsule button before WeChat has laid it out, in points: its width with the right margin, and its height. */
const CAPSULE_ROOM = 95
const CAPSULE_HEIGHT = 32
const CAPSULE_GAP = 6
/** Between the button and what is next to it, whose area for the finger reaches 11 points further. */
const BESIDE = 12

/** The capsule button is drawn over the page, below the status bar; its place differs between devices. */
export function insets(): Insets {
  const screen = Taro.getWindowInfo?.()
  const capsule = Taro.getMenuButtonBoundingClientRect?.()
  const top = screen?.statusBarHeight ?? 0
  const width = screen?.windowWidth ?? 375
  if (!capsule || capsule.width === 0) {
    return { top, navigationRight: CAPSULE_ROOM + BESIDE, navigationHeight: CAPSULE_HEIGHT + 2 * CAPSULE_GAP }
  }
  // The same gap above and below, so that the title is centred on the capsule.
  const gap = Math.max(0, capsule.top - top)
  return {
    top,
    navigationRight: Math.max(0, width - capsule.left) + BESIDE,
    navigationHeight: capsule.height + 2 * gap,
  }
}

/** The layout is tested up to this. */
const TEXT_MOST = 1.3
const { fontSizeScaleFactor = 1 } = (Taro.getAppBaseInfo?.() ?? {}) as { fontSizeScaleFactor?: number }

/** How much larger the user wants text in WeChat; config/weapp/plainStyles.ts has all sizes follow it. */
export const textSize =
  fontSizeScaleFactor > 1
    ? ({ '--text-size': `${Math.min(fontSizeScaleFactor, TEXT_MOST)}` } as CSSProperties)
    : undefined

/** The app's own scheme, which may be another than the phone's. */
let chosen: ColorScheme = systemColorScheme()

export function applyAppearance({ scheme }: { scheme: ColorScheme; redUp: boolean; language: string }): void {
  chosen = scheme
  const dark = scheme === 'dark'
  setTabStyle({
    color: dark ? '#8795ad' : '#5d6b85',
    selectedColor: dark ? '#5b8cff' : '#1b57f0',
    backgroundColor: dark ? '#121924' : '#ffffff',
    borderStyle: dark ? 'white' : 'black',
  })
  paintPage()
}

/** The status bar and the ground of the page in front; WeChat begins each page with the phone's scheme. */
function paintPage(): void {
  const dark = chosen === 'dark'
  const ignore = () => undefined
  Taro.setBackgroundColor({ backgroundColor: dark ? '#0a0e15' : '#f6f8fb' }).catch(ignore)
  Taro.setNavigationBarColor({
    frontColor: dark ? '#ffffff' : '#000000',
    backgroundColor: dark ? '#121924' : '#ffffff',
  }).catch(ignore)
}

export const usePagePaint = (): void => useDidShow(paintPage)

/** A mini program's pages draw their titles themselves. */
export function setDocumentTitle(): void {}
