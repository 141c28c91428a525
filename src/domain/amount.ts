/** PRODUCT.md 4.6: the default maximum of an amount, and its decimals. */
export const AMOUNT_MAX_DEFAULT = 999_999
const DECIMALS = 2
/** The same as a decimal string, to be compared as money. */
export const AMOUNT_MAX_TEXT = `${AMOUNT_MAX_DEFAULT}.00`

/**
 * The amount in a text, as the form keeps it (PRODUCT.md 4.6): only digits and one dot, cut to two
 * decimals, zero becomes 1, more than `max` becomes `max`. A text without any digit is empty and stays empty.
 * Never rounds, and gives the same text when given its own result.
 */
export function sanitizeAmount(text: string, max: number = AMOUNT_MAX_DEFAULT): string {
  const typed = sanitizeAmountInput(text, max)
  if (!/\d/.test(typed)) return ''
  const [whole, decimals] = split(typed)
  const amount = decimals === '' ? whole : `${whole}.${decimals}`
  return clamp(isZero(amount) ? '1' : amount, max)
}

/**
 * Rules while the amount is being typed: strip, collapse, cut, clamp. Unlike `sanitizeAmount` it leaves "0",
 * "0." and "5." alone, so that "0.5" can be typed.
 */
export function sanitizeAmountInput(text: string, max: number = AMOUNT_MAX_DEFAULT): string {
  return cutDecimals(clamp(keepDigitsAndOneDot(text), max))
}

/** The first dot is the decimal one; later dots go. */
function keepDigitsAndOneDot(text: string): string {
  const kept = text.replace(/[^\d.]/g, '')
  const dot = kept.indexOf('.')
  return dot < 0 ? kept : kept.slice(0, dot + 1) + kept.slice(dot + 1).replace(/\./g, '')
}

function cutDecimals(text: string): string {
  const dot = text.indexOf('.')
  return dot < 0 ? text : text.slice(0, dot + 1 + DECIMALS)
}

/** Whole part without leading zeros ("0" if none is left), and the decimals. */
function split(text: string): [string, string] {
  const [whole = '', decimals = ''] = text.split('.')
  return [whole.replace(/^0+(?=\d)/, '') || '0', decimals]
}

function isZero(text: string): boolean {
  return !/[1-9]/.test(text)
}

function clamp(text: string, max: number): string {
  const limit = limitText(max)
  return limit !== undefined && isAbove(text, limit) ? limit : text
}

/** `max` in plain digits, cut to two decimals; undefined if it sets no limit that digits can express. */
function limitText(max: number): string | undefined {
  if (Number.isNaN(max)) return String(AMOUNT_MAX_DEFAULT)
  if (max < 10 ** -DECIMALS) return '0'
  const plain = String(max)
  return /^[\d.]+$/.test(plain) ? cutDecimals(plain) : undefined
}

/** Compares digit by digit: a long amount loses nothing to floating point. */
function isAbove(text: string, limit: string): boolean {
  const [whole, decimals] = split(text)
  const [limitWhole, limitDecimals] = split(limit)
  if (whole.length !== limitWhole.length) return whole.length > limitWhole.length
  if (whole !== limitWhole) return whole > limitWhole
  return decimals.replace(/0+$/, '') > limitDecimals.replace(/0+$/, '')
}
