import { fetchFirstTexts } from './firstScreen'

export type ColorScheme = 'light' | 'dark'

const DARK_QUERY = '(prefers-color-scheme: dark)'

/** The device's own color scheme. The twin is `system.weapp.ts`. */
export function systemColorScheme(): ColorScheme {
  return window.matchMedia?.(DARK_QUERY).matches ? 'dark' : 'light'
}

export function onColorSchemeChange(handler: (scheme: ColorScheme) => void): () => void {
  const query = window.matchMedia?.(DARK_QUERY)
  const listener = () => handler(systemColorScheme())
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

/** Insets that the page draws around, in CSS pixels: what the status bar and WeChat's capsule button cover. */
export interface Insets {
  top: number
  /** Room to keep free at the right end of the navigation bar. */
  navigationRight: number
  /** Height of the row of WeChat's capsule button; 0 if there is none. */
  navigationHeight: number
}

/** On H5 the browser draws its own bars and CSS knows the safe areas. */
export function insets(): Insets {
  return { top: 0, navigationRight: 0, navigationHeight: 0 }
}

/** Paints the parts outside the pages: the root element, the tab bar and the browser's own bar. */
export function applyAppearance(appearance: { scheme: ColorScheme; redUp: boolean; language: string }): void {
  const root = document.documentElement
  root.classList.toggle('theme-dark', appearance.scheme === 'dark')
  root.classList.toggle('theme-light', appearance.scheme === 'light')
  root.classList.toggle('red-up', appearance.redUp)
  // At the start it is the one that is painted already.
  if (root.lang !== appearance.language) fetchFirstTexts(appearance.language)
  root.lang = appearance.language
  const bar = appearance.scheme === 'dark' ? '#121924' : '#ffffff'
  for (const meta of Array.from(document.querySelectorAll('meta[name="theme-color"]')))
    meta.setAttribute('content', bar)
}

/** Each page of the mini program paints its own bars. The twin is `system.weapp.ts`. */
export const usePagePaint = (): void => undefined

export function setDocumentTitle(title: string): void {
  if (document.title !== title) document.title = title
}

/** A browser enlarges text by itself. */
export const textSize = undefined
