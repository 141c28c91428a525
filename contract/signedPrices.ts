/** The source whose prices others sign: it decides orders by rule 4 (docs/PROOF_FORMAT.md). */
export const SIGNED_SOURCE = 'pyth'

/**
 * A price as it is shown: with `decimals` digits behind the point, and more only if they are not zero. Signed prices have as
 * many as their feed, e.g. "68660.60000000", which is "68660.6" for a product of one decimal.
 */
export function shownPrice(price: string, decimals = 0): string {
  const [whole = '', digits = ''] = price.split('.')
  const shown = digits.slice(0, decimals) + digits.slice(decimals).replace(/0+$/, '')
  return shown === '' ? whole : `${whole}.${shown}`
}
