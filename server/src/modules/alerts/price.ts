/** Prices of feeds have at most this many decimals (contract/common.ts, PriceText). */
const DECIMALS_MAX = 12
const WHOLE_DIGITS_MAX = 12

/** A decimal string as a whole number of 10^-12, so that comparing is exact. */
export function priceUnits(price: string): bigint {
  const [whole = '', fraction = ''] = price.split('.')
  return BigInt(whole + fraction.padEnd(DECIMALS_MAX, '0'))
}

/** The typed price with exactly the decimals of the product; undefined for an invalid one. */
export function alertPrice(text: string, decimals: number): string | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(?=\d)(\d*?)0*)?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > decimals || !/[1-9]/.test(text)) return undefined
  const digits = whole.replace(/^0+(?=\d)/, '')
  if (digits.length > WHOLE_DIGITS_MAX) return undefined
  return decimals === 0 ? digits : `${digits}.${fraction.padEnd(decimals, '0')}`
}
