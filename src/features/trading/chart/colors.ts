import { CHART_COLORS } from '../../../components/chart/colors'
import type { ChartColors } from './types'

const GREEN = { light: '#0a7d57', dark: '#35c48d' }
const RED = { light: '#cf2436', dark: '#ff6b78' }

/**
 * The chart's colours: the same values as the style sheets' semantic tokens, as plain text for the canvas.
 * `upColor` is the colour of a rising price (product.md, "red-up/green-up switch").
 */
export function chartColors(theme: 'light' | 'dark', upColor: 'red' | 'green'): ChartColors {
  const [up, down] = upColor === 'red' ? [RED, GREEN] : [GREEN, RED]
  return { ...CHART_COLORS[theme], up: up[theme], down: down[theme] }
}
