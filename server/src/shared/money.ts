/** Money is `bigint` minor units inside and a decimal string on the wire (PRODUCT.md 8.1). */

const DECIMAL = /^(-?)(\d{1,16})(?:\.(\d+))?$/

/**
 * Minor units of a decimal string, or undefined when it is not one or has more decimals than the currency.
 * Trailing zeros beyond the scale are refused as well: the typed amount is booked as it is.
 */
export function parseMoney(text: string, scale: number): bigint | undefined {
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '0', fraction = ''] = match
  if (fraction.length > scale) return undefined
  const minor = BigInt(whole + fraction.padEnd(scale, '0'))
  return sign === '-' ? -minor : minor
}

/** The decimal string of minor units, always with `scale` decimals: 1000000n at scale 2 is "10000.00". */
export function formatMoney(minor: bigint, scale: number): string {
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, '0')
  if (scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
