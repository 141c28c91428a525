import type { ChartColors } from './types'

const GREEN = { light: '#0a7d57', dark: '#35c48d' }
const RED = { light: '#cf2436', dark: '#ff6b78' }

const BASE = {
  light: {
    background: '#ffffff',
    grid: '#e1e7f0',
    axisText: '#5d6b85',
    text: '#0d1526',
    panel: '#eff3f8',
    brand: '#1b57f0',
    onBrand: '#ffffff',
    onDirection: '#ffffff',
    averages: ['#8a5a00', '#1b57f0', '#7a3fc4'],
    crosshair: '#5d6b85',
  },
  dark: {
    background: '#121924',
    grid: '#233044',
    axisText: '#8795ad',
    text: '#e8edf5',
    panel: '#1a2331',
    brand: '#5b8cff',
    onBrand: '#061230',
    onDirection: '#061230',
    averages: ['#f2b84b', '#5b8cff', '#b48cff'],
    crosshair: '#8795ad',
  },
} as const

/**
 * The chart's colours: the same values as the style sheets' semantic tokens, as plain text for the canvas.
 * `upColor` is the colour of a rising price (product.md, "red-up/green-up switch").
 */
export function chartColors(theme: 'light' | 'dark', upColor: 'red' | 'green'): ChartColors {
  const [up, down] = upColor === 'red' ? [RED, GREEN] : [GREEN, RED]
  return { ...BASE[theme], up: up[theme], down: down[theme] }
}
