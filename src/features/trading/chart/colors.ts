import { CHART_COLORS } from '../../../components/chart/colors'
import type { ChartColors } from './types'

const GREEN = { light: '#0a7d57', dark: '#35c48d' }
const RED = { light: '#cf2436', dark: '#ff6b78' }

/** Places of the indicators' lines; none is a color of up, down or the last price. */
export const AMBER = 0
export const VIOLET = 1
export const TEAL = 2
export const PINK = 3
export const SLATE = 4
const LINES = {
  light: ['#8a5a00', '#7a3fc4', '#0e7490', '#b3307a', '#5d6b85'],
  dark: ['#f2b84b', '#b48cff', '#4fd1e0', '#ff8ac4', '#8795ad'],
} as const

/**
 * The chart's colors: the same values as the style sheets' semantic tokens, as plain text for the canvas.
 * `upColor` is the color of a rising price (PRODUCT.md 16.1).
 */
export function chartColors(theme: 'light' | 'dark', upColor: 'red' | 'green'): ChartColors {
  const [up, down] = upColor === 'red' ? [RED, GREEN] : [GREEN, RED]
  return { ...CHART_COLORS[theme], up: up[theme], down: down[theme], lines: LINES[theme] }
}
