import Taro from '@tarojs/taro'
import type { ColorScheme, Insets } from './system'

export function systemColorScheme(): ColorScheme {
  return Taro.getAppBaseInfo?.().theme === 'dark' ? 'dark' : 'light'
}

export function onColorSchemeChange(handler: (scheme: ColorScheme) => void): () => void {
  const listener = ({ theme }: { theme: string }) => handler(theme === 'dark' ? 'dark' : 'light')
  Taro.onThemeChange?.(listener as never)
  return () => Taro.offThemeChange?.(listener as never)
}

/** The capsule button is drawn over the page; its place differs between devices. */
export function insets(): Insets {
  const screen = Taro.getWindowInfo?.()
  const capsule = Taro.getMenuButtonBoundingClientRect?.()
  const top = screen?.statusBarHeight ?? 0
  const width = screen?.windowWidth ?? 375
  return { top, navigationRight: capsule ? Math.max(0, width - capsule.left) : 0 }
}

export function applyAppearance(appearance: { scheme: ColorScheme; redUp: boolean; language: string }): void {
  const dark = appearance.scheme === 'dark'
  const ignore = () => undefined
  Taro.setTabBarStyle({
    color: dark ? '#8795ad' : '#5d6b85',
    selectedColor: dark ? '#5b8cff' : '#1b57f0',
    backgroundColor: dark ? '#121924' : '#ffffff',
    borderStyle: dark ? 'white' : 'black',
  }).catch(ignore)
  Taro.setBackgroundColor?.({ backgroundColor: dark ? '#0a0e15' : '#f6f8fb' })?.catch?.(ignore)
  Taro.setNavigationBarColor?.({
    frontColor: dark ? '#ffffff' : '#000000',
    backgroundColor: dark ? '#121924' : '#ffffff',
  })?.catch?.(ignore)
}

/** A mini program's pages draw their titles themselves. */
export function setDocumentTitle(): void {}
