/** Studies that can be drawn over the prices. */
export const OVERLAYS = ['ma', 'ema', 'boll'] as const
export type Overlay = (typeof OVERLAYS)[number]

/** Studies that can be drawn under the prices, one at a time. */
export const PANES = ['volume', 'macd', 'kdj', 'rsi'] as const
export type Pane = (typeof PANES)[number]

/** The lengths that are drawn, in bars: those that most terminals begin with. */
export const PERIODS = {
  ma: [7, 25],
  ema: [12, 26],
  boll: { period: 20, width: 2 },
  macd: { fast: 12, slow: 26, signal: 9 },
  kdj: { period: 9, k: 3, d: 3 },
  rsi: 14,
} as const

/** Reads a stored choice; unknown names are left out, and undefined means that there is none. */
export function parseOverlays(value: unknown): Overlay[] | undefined {
  return Array.isArray(value) ? OVERLAYS.filter((one) => value.includes(one)) : undefined
}

export function parsePane(value: unknown): Pane | undefined {
  return PANES.find((one) => one === value)
}
