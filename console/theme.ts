import { type ThemeConfig, theme } from 'antd'
import { useSyncExternalStore } from 'react'

/** The app's colors, by their use; the styles read them as `--surface` and so on. Text has 4.5 to 1 on each of its grounds. */
const LIGHT = {
  background: '#f6f8fb',
  surface: '#ffffff',
  surface2: '#eff3f8',
  line: '#e1e7f0',
  lineStrong: '#c4cddb',
  text: '#0d1526',
  text2: '#33405a',
  text3: '#5d6b85',
  brand: '#1b57f0',
  brandHover: '#1545c4',
  brandTint: '#edf3ff',
  onBrand: '#ffffff',
  gain: '#0a7d57',
  gainTint: '#e8f7f0',
  loss: '#cf2436',
  lossHover: '#a81c2b',
  lossTint: '#fdecee',
  warn: '#8a5a00',
  warnTint: '#fff5e0',
}

const DARK: typeof LIGHT = {
  background: '#0a0e15',
  surface: '#121924',
  surface2: '#1a2331',
  line: '#233044',
  lineStrong: '#3a4a63',
  text: '#e8edf5',
  text2: '#b7c3d6',
  text3: '#8795ad',
  brand: '#5b8cff',
  brandHover: '#7aa3ff',
  brandTint: '#152445',
  onBrand: '#061230',
  gain: '#35c48d',
  gainTint: '#0f2b22',
  loss: '#ff6b78',
  lossHover: '#ff8f99',
  lossTint: '#34161b',
  warn: '#f2b84b',
  warnTint: '#30240c',
}

const darkness = window.matchMedia('(prefers-color-scheme: dark)')
const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Gives the document the colors that the computer asks for. */
function paint() {
  const { style } = document.documentElement
  style.colorScheme = darkness.matches ? 'dark' : 'light'
  for (const [name, color] of Object.entries(darkness.matches ? DARK : LIGHT))
    style.setProperty(`--${name.replace(/[A-Z0-9]/g, (sign) => `-${sign.toLowerCase()}`)}`, color)
}
paint()
darkness.addEventListener('change', paint)

function themeOf(colors: typeof LIGHT, algorithm: ThemeConfig['algorithm']): ThemeConfig {
  return {
    ...(algorithm && { algorithm }),
    token: {
      motion: !isStill,
      borderRadius: 8,
      fontFamily: 'var(--font)',
      colorPrimary: colors.brand,
      colorPrimaryHover: colors.brandHover,
      colorPrimaryActive: colors.brandHover,
      colorLink: colors.brand,
      colorLinkHover: colors.brandHover,
      colorError: colors.loss,
      colorErrorHover: colors.lossHover,
      colorErrorActive: colors.lossHover,
      colorErrorBorderHover: colors.lossHover,
      colorErrorBg: colors.lossTint,
      colorSuccess: colors.gain,
      colorSuccessBg: colors.gainTint,
      colorWarning: colors.warn,
      colorWarningBg: colors.warnTint,
      colorInfoBg: colors.brandTint,
      colorBgBase: colors.surface,
      colorBgContainer: colors.surface,
      colorBgElevated: colors.surface,
      colorBgLayout: colors.background,
      colorTextBase: colors.text,
      colorText: colors.text,
      colorTextSecondary: colors.text2,
      colorTextDescription: colors.text3,
      colorTextPlaceholder: colors.text3,
      colorTextDisabled: colors.text3,
      colorTextLightSolid: colors.onBrand,
      colorBorder: colors.lineStrong,
      colorBorderSecondary: colors.line,
    },
    components: {
      // The dark algorithm darkens the color of links.
      Button: { colorLink: colors.brand, colorLinkHover: colors.brandHover, colorLinkActive: colors.brandHover },
      Layout: { siderBg: colors.surface, bodyBg: colors.background, lightSiderBg: colors.surface },
      Menu: {
        itemHeight: 36,
        itemSelectedBg: colors.brandTint,
        itemSelectedColor: colors.brand,
        activeBarBorderWidth: 0,
      },
    },
  }
}

const THEMES = { light: themeOf(LIGHT, undefined), dark: themeOf(DARK, theme.darkAlgorithm) }

const watch = (changed: () => void) => {
  darkness.addEventListener('change', changed)
  return () => darkness.removeEventListener('change', changed)
}

/** The widgets' theme: light or dark as the computer asks, at once when that changes. */
export const useTheme = () => THEMES[useSyncExternalStore(watch, () => darkness.matches) ? 'dark' : 'light']
