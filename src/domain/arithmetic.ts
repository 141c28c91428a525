import Big from 'big.js'

/** A decimal number as text ("-1.005", "1e-7") or as a number, which counts as the digits it is printed with. */
export type Numeric = string | number

/** PRODUCT.md 4.8: "Arithmetic helpers round to 2 decimals by default." */
const PLACES_DEFAULT = 2
const PLACES_MAX = 100
/** A text or an exponent beyond this is not an amount; it would only cost time and memory. */
const LENGTH_MAX = 1000
const NUMERIC = /^\+?(-?(?:\d+\.?\d*|\.\d+))(?:e([+-]?\d{1,4}))?$/i

/** Our own constructor: the number of places of a division is a setting of big.js. */
const Exact = Big()
Exact.RM = Big.roundHalfUp

/** `a + b`, rounded half away from zero to `places` decimals. Throws RangeError for anything but a finite number. */
export function add(a: Numeric, b: Numeric, places: number = PLACES_DEFAULT): string {
  return print(parse(a).plus(parse(b)), places)
}

/** `a - b`, rounded like `add`. */
export function subtract(a: Numeric, b: Numeric, places: number = PLACES_DEFAULT): string {
  return print(parse(a).minus(parse(b)), places)
}

/** `a × b`, rounded like `add`. */
export function multiply(a: Numeric, b: Numeric, places: number = PLACES_DEFAULT): string {
  return print(parse(a).times(parse(b)), places)
}

/** `a ÷ b`, rounded like `add`. Throws RangeError when `b` is zero. */
export function divide(a: Numeric, b: Numeric, places: number = PLACES_DEFAULT): string {
  const [dividend, divisor] = [parse(a), parse(b)]
  if (divisor.eq(0)) throw new RangeError('Division by zero')
  Exact.DP = checkPlaces(places)
  return print(dividend.div(divisor), places)
}

/** -1, 0 or 1, comparing the exact values. */
export function compare(a: Numeric, b: Numeric): number {
  return parse(a).cmp(parse(b))
}

function parse(value: Numeric): Big {
  const text = String(value)
  const [, , exponent = '0'] = (text.length <= LENGTH_MAX && NUMERIC.exec(text)) || [undefined, undefined, 'none']
  if (!(Math.abs(Number(exponent)) <= LENGTH_MAX)) throw new RangeError(`Not a decimal number: ${text.slice(0, 40)}`)
  return new Exact(text.replace(/^\+/, ''))
}

function print(value: Big, places: number): string {
  const rounded = value.round(checkPlaces(places))
  return (rounded.eq(0) ? rounded.abs() : rounded).toFixed(places)
}

function checkPlaces(places: number): number {
  if (!Number.isInteger(places) || places < 0 || places > PLACES_MAX)
    throw new RangeError(`Not a number of places: ${places}`)
  return places
}
