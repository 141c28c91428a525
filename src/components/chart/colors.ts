/** The values of the style sheets' semantic tokens as plain text: a canvas on WeChat reads no custom properties. */
export const CHART_COLORS = {
  light: {
    background: '#ffffff',
    grid: '#e1e7f0',
    axisText: '#5d6b85',
    text: '#0d1526',
    panel: '#eff3f8',
    brand: '#1b57f0',
    brandTint: '#edf3ff',
    onBrand: '#ffffff',
    onDirection: '#ffffff',
    crosshair: '#5d6b85',
  },
  dark: {
    background: '#121924',
    grid: '#233044',
    axisText: '#8795ad',
    text: '#e8edf5',
    panel: '#1a2331',
    brand: '#5b8cff',
    brandTint: '#152445',
    onBrand: '#061230',
    onDirection: '#061230',
    crosshair: '#8795ad',
  },
} as const
