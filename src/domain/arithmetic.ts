import {
  addIntegers,
  compareIntegers,
  divideDigits,
  magnitude,
  multiplyIntegers,
  negateInteger,
  signed,
} from './integers'

/** A decimal number as text ("-1.005", "1e-7") or as a number, which stands for the digits it is printed with. */
export type Numeric = string | number

/** PRODUCT.md 4.8: "Arithmetic helpers round to 2 decimals by default." */
const PLACES_DEFAULT = 2
/** A text or an exponent beyond this is not an amount; it would only cost time and memory. */
const LENGTH_MAX = 1000
const NUMERIC = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,4}))?$/i

/** `integer` × 10^-`scale`, exactly. */
interface Decimal {
  integer: string
  scale: number
}

/** `a + b`, rounded half away from zero to `places` decimals. Throws RangeError for what is not a finite number. */
export function add(a: Numeric, b: Numeric, places: number = PLACES_DEFAULT): string {
  return round(sum(parse(a), parse(b)), places)
}

/** `a - b`, rounded like `add`. */
export function subtract(a: Numeric, b: Numeric, places: number = PLACES_DEFAULT): string {
  return round(sum(parse(a), negate(parse(b))), places)
}

/** `a × b`, rounded like `add`. */
export function multiply(a: Numeric, b: Numeric, places: number = PLACES_DEFAULT): string {
  const left = parse(a)
  const right = parse(b)
  const product = multiplyIntegers(left.integer, right.integer)
  return round({ integer: product, scale: left.scale + right.scale }, places)
}

/** `a ÷ b`, rounded like `add`. Throws RangeError when `b` is zero. */
export function divide(a: Numeric, b: Numeric, places: number = PLACES_DEFAULT): string {
  const left = parse(a)
  const right = parse(b)
  if (right.integer === '0') throw new RangeError('Division by zero')
  const shift = right.scale - left.scale + checkPlaces(places)
  const dividend = magnitude(left.integer) + zeros(shift)
  const divisor = magnitude(right.integer) + zeros(-shift)
  return print(isNegative(left) !== isNegative(right), divideHalfUp(dividend, divisor), places)
}

/** -1, 0 or 1, comparing the exact values. */
export function compare(a: Numeric, b: Numeric): number {
  return compareIntegers(sum(parse(a), negate(parse(b))).integer, '0')
}

/** `value` rounded half away from zero to `places` decimals, with exactly that many. */
export function roundTo(value: Numeric, places: number): string {
  return round(parse(value), places)
}

function parse(value: Numeric): Decimal {
  const text = String(value)
  const match = text.length <= LENGTH_MAX ? NUMERIC.exec(text) : null
  const [, sign, whole = '', decimals = '', exponentText = '0'] = match ?? []
  const exponent = Number(exponentText)
  if (whole + decimals === '' || Math.abs(exponent) > LENGTH_MAX) {
    throw new RangeError(`Not a decimal number: ${text.slice(0, 40)}`)
  }
  const scale = decimals.length - exponent
  return { integer: signed(sign === '-', whole + decimals + zeros(-scale)), scale: Math.max(0, scale) }
}

function isNegative(value: Decimal): boolean {
  return value.integer.startsWith('-')
}

function negate(value: Decimal): Decimal {
  return { integer: negateInteger(value.integer), scale: value.scale }
}

function sum(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  const left = a.integer + zeros(scale - a.scale)
  const right = b.integer + zeros(scale - b.scale)
  return { integer: addIntegers(withoutZeros(left), withoutZeros(right)), scale }
}

/** "0" scaled up reads "000"; whole numbers have one spelling. */
function withoutZeros(integer: string): string {
  return signed(integer.startsWith('-'), integer.replace('-', ''))
}

function zeros(count: number): string {
  return count > 0 ? '0'.repeat(count) : ''
}

function round(value: Decimal, places: number): string {
  const digits = magnitude(value.integer)
  const surplus = value.scale - checkPlaces(places)
  const rounded = surplus > 0 ? divideHalfUp(digits, `1${zeros(surplus)}`) : digits + zeros(-surplus)
  return print(isNegative(value), rounded, places)
}

/** Of magnitudes, so that half rounds away from zero on both sides. */
function divideHalfUp(dividend: string, divisor: string): string {
  const { quotient, remainder } = divideDigits(withoutZeros(dividend), divisor)
  const isHalf = compareIntegers(addIntegers(remainder, remainder), divisor) >= 0
  return isHalf ? addIntegers(quotient, '1') : quotient
}

function print(negative: boolean, digits: string, places: number): string {
  const padded = digits.padStart(places + 1, '0')
  const whole = withoutZeros(padded.slice(0, padded.length - places))
  const text = places > 0 ? `${whole}.${padded.slice(padded.length - places)}` : whole
  return negative && /[1-9]/.test(text) ? `-${text}` : text
}

function checkPlaces(places: number): number {
  if (!Number.isInteger(places) || places < 0 || places > 100) throw new RangeError(`Not a number of places: ${places}`)
  return places
}
