/** Which way a price went; `level` if it did not move. Decides color and sign, never the text alone. */
export type PriceMove = 'up' | 'down' | 'level'

/** The direction of a signed decimal such as `change24h`, or of basis points. */
export function moveOf(change: string | number): PriceMove {
  // The sign needs no exact arithmetic, which is not on the first screen.
  const sign = Math.sign(Number(change))
  return sign > 0 ? 'up' : sign < 0 ? 'down' : 'level'
}

const ARROWS = { up: '▲ ', down: '▼ ', level: '' }

/** The arrow before a change, so that color is not all that tells its direction. */
export const arrowOf = (change: string | number): string => ARROWS[moveOf(change)]

/** A price as precise as a pixel, as an axis shows it: with `decimals` decimals. Never for a recorded price. */
export function axisPriceText(price: number, decimals: number): string {
  const text = price.toFixed(decimals)
  return /[1-9]/.test(text) ? text : text.replace('-', '')
}
